//! What the crate promises, from outside: vectors, hazards, differential and property tests.

#[cfg(test)]
mod cases {
    mod acceptance;
    mod canonical;
    mod corpus;
    mod encoding;
    mod errors;
    mod field;
    mod files;
    mod hazards;
    mod merkle;
    mod protocol;
    mod rfc6962;
    mod scale;
    mod vectors;
    mod writer;
}
#[cfg(test)]
mod checks;
