//! What the crate promises, from outside: the scenarios, the model, the state table and the properties.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod checks;
