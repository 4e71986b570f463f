//! The reading against the published corpus, the probes, the catalogue of divergences, its own properties and the
//! published schemas.

#[cfg(test)]
mod cases {
    mod adversarial;
    mod authority;
    mod bundle;
    mod cast;
    mod catalogue {
        mod authority_duty;
        mod carriers_types;
        mod graph;
        mod integrity;
        mod lifecycle;
        mod result;
        mod streams;
    }
    mod delegation;
    mod duties;
    mod exhausting;
    mod generated;
    mod history;
    mod lease;
    mod outcome;
    mod probe_expectations;
    mod probes;
    mod profile;
    mod profile_rules;
    mod projection;
    mod properties;
    mod published;
    mod renaming;
    mod shape;
    mod signature;
    mod slices;
    mod subject;
    mod trust;
}
