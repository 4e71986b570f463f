//! The library as its users call it.

#[cfg(test)]
mod cases {
    mod conform_astp;
    mod daily;
    mod deal;
    mod fcop;
    mod journal;
    mod ledger;
    mod project;
    mod reading;
    mod sequences;
    mod tree;
    mod view;
    mod walk;
    mod walks;
}
