//! The tree against published vectors, its own properties, and the worst that comes in.

#[cfg(test)]
mod cases;
