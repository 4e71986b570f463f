//! The ledger in a file: what it keeps, and what it survives.

#[cfg(test)]
mod support;

#[cfg(test)]
mod cases {
    mod contract;
    mod damage;
    mod index;
    mod ledger;
    #[cfg(unix)]
    mod medium;
    #[cfg(unix)]
    mod paths;
    #[cfg(unix)]
    mod process;
}
