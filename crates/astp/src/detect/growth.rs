//! The second machine: a candidate where the drift grows fast, and quiet after it materialized.
//!
//! It is in the published program, in no clause of ASTP and in no vector of the conformance set; hosts that keep its
//! state may use it beside the detection machine. Sums are kept in the order of the published program, so that results
//! agree to the last bit.

use super::drift::Drift;

/// When growth counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GrowthThresholds {
    /// A growth beyond this, from one turn to the next, makes a candidate.
    pub delta_threshold: f64,
    /// Turns above the floor after which a candidate materializes.
    pub n_sustained: u64,
    /// Turns of quiet after that.
    pub m_cooldown: u64,
    /// How many standard deviations the floor lies above the mean.
    pub floor_sigma: f64,
}

impl GrowthThresholds {
    /// The published values.
    pub const DEFAULT: Self =
        Self { delta_threshold: 0.055, n_sustained: 2, m_cooldown: 4, floor_sigma: 0.5 };
}

impl Default for GrowthThresholds {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The states of the second machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GrowthState {
    /// Nothing to see.
    #[default]
    Nominal,
    /// The drift has jumped.
    Candidate,
    /// A candidate materialized; further jumps are not looked at for some turns.
    Cooldown,
}

impl GrowthState {
    /// The published spelling.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nominal => "NOMINAL",
            Self::Candidate => "CANDIDATE",
            Self::Cooldown => "COOLDOWN",
        }
    }
}

/// Where the second machine stands.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Growth {
    state: GrowthState,
    candidate: Option<(u64, Drift)>,
    greatest_delta: f64,
    sustained: u64,
    cooldown: u64,
    previous: Option<Drift>,
    warmed: bool,
    sum: f64,
    sum_of_squares: f64,
    scored: u64,
}

/// What one turn did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GrowthStep {
    /// Growth since the turn before; none at the first turn.
    pub delta: Option<f64>,
    /// Whether the candidate materialized at this turn.
    pub materialized: bool,
    /// Whether the growth of this turn made the candidate.
    pub triggered: bool,
}

impl Growth {
    /// The state.
    #[must_use]
    pub const fn state(&self) -> GrowthState {
        self.state
    }

    /// Turns that the candidate has stayed above the floor.
    #[must_use]
    pub const fn sustained(&self) -> u64 {
        self.sustained
    }

    /// Turns of quiet that are left.
    #[must_use]
    pub const fn cooldown(&self) -> u64 {
        self.cooldown
    }

    /// Turn and drift of the candidate.
    #[must_use]
    pub const fn candidate(&self) -> Option<(u64, Drift)> {
        self.candidate
    }

    /// The greatest growth since the candidate was made; 0 without one.
    #[must_use]
    pub const fn greatest_delta(&self) -> f64 {
        self.greatest_delta
    }

    /// Takes the drift of one turn. `anchored` is the drift against the anchor where it is known; it stands for `drift`
    /// when a candidate is compared with the floor.
    pub fn advance(
        &mut self,
        limits: &GrowthThresholds,
        turn: u64,
        drift: Drift,
        anchored: Option<Drift>,
    ) -> GrowthStep {
        let delta = self.previous.map(|previous| drift.get() - previous.get());
        self.previous = Some(drift);
        let mut step = GrowthStep { delta, materialized: false, triggered: false };
        let Some(delta) = delta else { return step };
        let floor = self.score(drift.get(), limits.floor_sigma);
        if self.cooldown > 0 {
            self.cooldown -= 1;
            if self.cooldown == 0 {
                self.state = GrowthState::Nominal;
            }
        } else if !self.warmed {
            self.warmed = true;
        } else if self.state == GrowthState::Candidate {
            self.greatest_delta = self.greatest_delta.max(delta);
            step.materialized = self.sustain(limits, anchored.unwrap_or(drift).get() > floor);
        } else if delta > limits.delta_threshold {
            self.state = GrowthState::Candidate;
            self.candidate = Some((turn, drift));
            self.greatest_delta = delta;
            self.sustained = u64::from(drift.get() > floor);
            step.triggered = true;
        }
        step
    }

    /// Adds a turn to the statistics and returns the floor.
    fn score(&mut self, drift: f64, sigma: f64) -> f64 {
        self.sum += drift;
        self.sum_of_squares += drift * drift;
        self.scored += 1;
        let scored = self.scored as f64;
        let mean = self.sum / scored;
        if self.scored < 2 {
            return mean;
        }
        mean + sigma * root(self.sum_of_squares / scored - mean * mean)
    }

    fn sustain(&mut self, limits: &GrowthThresholds, above: bool) -> bool {
        if !above {
            self.state = GrowthState::Nominal;
            self.candidate = None;
            self.greatest_delta = 0.0;
            self.sustained = 0;
            return false;
        }
        self.sustained += 1;
        let materialized = self.sustained >= limits.n_sustained;
        if materialized {
            self.state = GrowthState::Cooldown;
            self.cooldown = limits.m_cooldown;
        }
        materialized
    }
}

/// The square root of a number that is at most 2, correctly rounded; 0 for what is not positive.
///
/// `core` has none. With x = m · 2^(2k), m an integer of at least 2^106, the integer root of m has 54 bits or more, and
/// one bit below them says whether anything was cut off; the conversion to a double then rounds once.
fn root(x: f64) -> f64 {
    if x.is_nan() || x < f64::MIN_POSITIVE {
        return 0.0;
    }
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i32 - 1075;
    let digits = u128::from(bits & ((1 << 52) - 1) | 1 << 52);
    let shift = if exponent % 2 == 0 { 60 } else { 61 };
    let scaled = digits << shift;
    let whole = scaled.isqrt();
    let cut = u128::from(whole * whole != scaled);
    let doubled = (whole << 1 | cut) as f64;
    let half = (exponent - shift) / 2 - 1;
    doubled * f64::from_bits(((half + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn the_root_is_rounded_as_the_machine_rounds_it() {
        let mut bits = 0x3fd0_0000_0000_0001_u64;
        for step in 0..100_000_u64 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step);
            let x = f64::from_bits(bits >> 2) % 2.0;
            let expected = if x < f64::MIN_POSITIVE { 0.0 } else { x.sqrt() };
            assert_eq!(root(x).to_bits(), expected.to_bits(), "{x:e}");
        }
        for x in [0.25, 2.0, 1.0, 1e-300, f64::MIN_POSITIVE, f64::EPSILON, 0.1] {
            assert_eq!(root(x).to_bits(), x.sqrt().to_bits(), "{x:e}");
        }
        assert_eq!(root(-1.0), 0.0);
        assert_eq!(root(f64::NAN), 0.0);
    }
}
