//! The ledger in a file: what it keeps, and what it survives.

#[cfg(test)]
mod cases {
    mod index;
    mod ledger;
}
