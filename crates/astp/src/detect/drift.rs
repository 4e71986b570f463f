//! A drift: how far a segment lies from the spine (ASTP 19.5.1, `drift_from_spine`).

use core::fmt;

/// A cosine distance from 0 to 1, both included. Not a number, and not minus zero.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Drift(f64);

impl Drift {
    /// No drift at all.
    pub const NONE: Self = Self(0.0);

    /// Takes a distance.
    ///
    /// # Errors
    ///
    /// [`NotADrift`] for what is not a number and for anything outside 0 to 1: every comparison with the former is
    /// false, so that the machine would read it as calm (CF-003).
    pub fn new(distance: f64) -> Result<Self, NotADrift> {
        if (0.0..=1.0).contains(&distance) {
            // Minus zero is in the range and is written as zero (ASTP 5.1.1).
            Ok(Self(if distance == 0.0 { 0.0 } else { distance }))
        } else {
            Err(NotADrift)
        }
    }

    /// Returns the distance.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

/// The number is no drift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotADrift;

impl fmt::Display for NotADrift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a drift is a number from 0 to 1")
    }
}

impl core::error::Error for NotADrift {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_number_from_0_to_1_is_refused() {
        for distance in
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.1, -f64::MIN_POSITIVE, 1.0 + f64::EPSILON]
        {
            assert_eq!(Drift::new(distance), Err(NotADrift), "{distance}");
        }
        for distance in [0.0, f64::MIN_POSITIVE, 0.3, 1.0] {
            assert_eq!(Drift::new(distance).map(Drift::get), Ok(distance));
        }
    }

    #[test]
    fn minus_zero_is_zero() {
        assert!(Drift::new(-0.0).is_ok_and(|drift| drift.get().is_sign_positive()));
    }
}
