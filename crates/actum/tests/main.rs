//! The library as its users call it.

#[cfg(test)]
mod cases {
    mod reading;
}
