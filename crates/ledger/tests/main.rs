//! What the crate promises, from outside: properties, hostile bytes, stores that are damaged or overtaken.

#[cfg(test)]
mod cases {
    mod append;
    mod bundle;
    mod checkpoint;
    mod compare;
    mod fsck;
    mod note;
    mod property;
    mod proven;
    mod seeds;
}
#[cfg(test)]
mod checks;
#[cfg(test)]
mod support;
