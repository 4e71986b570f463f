//! The library as its users call it.

#[cfg(test)]
mod cases {
    mod conform_astp;
    mod daily;
    mod deal;
    mod journal;
    mod ledger;
    mod reading;
    mod tree;
    mod view;
}
