//! The library as its users call it.

#[cfg(test)]
mod cases {
    mod conform_astp;
    mod daily;
    mod deal;
    mod demand;
    mod fcop;
    mod journal;
    mod ledger;
    mod project;
    mod reading;
    mod record;
    mod sequences;
    mod tree;
    mod union;
    mod view;
    mod walk;
    mod walks;
}
