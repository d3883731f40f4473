//! Shares of a whole and how they differ, in tenths of a percent: whole numbers, rounded once.

/// A part of a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// The part.
    pub part: i64,
    /// The whole.
    pub whole: i64,
}

/// Whether a share is clearly another one than before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// It is ten percentage points or more above.
    Up,
    /// It is ten percentage points or more below.
    Down,
    /// The difference is smaller, or there is nothing to compare.
    Same,
}

/// Tenths of a percentage point from which on a trend is shown.
const CLEAR: i64 = 100;

impl Share {
    /// In tenths of a percent, half a tenth rounded up: one of three is 333. `None` if the whole is zero.
    pub fn tenths(self) -> Option<i64> {
        (self.whole > 0).then(|| ratio(self.part, self.whole))
    }

    /// By how many tenths of a percentage point it is above `before`, as both are shown; `None` if the whole of one of
    /// them is zero.
    pub fn points_above(self, before: Share) -> Option<i64> {
        Some(self.tenths()? - before.tenths()?)
    }

    /// Whether it is clearly above or below `before`.
    pub fn trend(self, before: Share) -> Trend {
        match self.points_above(before) {
            Some(points) if points >= CLEAR => Trend::Up,
            Some(points) if points <= -CLEAR => Trend::Down,
            _ => Trend::Same,
        }
    }
}

/// By how much an amount is above `before`, in tenths of a percent of it; `None` unless `before` is above zero.
pub fn change(now: i64, before: i64) -> Option<i64> {
    (before > 0).then(|| ratio(now - before, before))
}

/// `part` of `whole` in thousandths, half a thousandth rounded up.
fn ratio(part: i64, whole: i64) -> i64 {
    let doubled = i128::from(part) * 2_000 + i128::from(whole);
    i64::try_from(doubled.div_euclid(i128::from(whole) * 2)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(part: i64, whole: i64) -> Share {
        Share { part, whole }
    }

    #[test]
    fn tenths_are_rounded_once_and_half_goes_up() {
        let tenths =
            [(0, 5), (1, 3), (2, 3), (1, 2_000), (1, 2_001), (5, 5)].map(|(p, w)| share(p, w).tenths());
        assert_eq!(tenths, [Some(0), Some(333), Some(667), Some(1), Some(0), Some(1_000)]);
        assert_eq!(share(0, 0).tenths(), None);
    }

    #[test]
    fn a_trend_begins_at_ten_points() {
        let before = share(500, 1_000);
        let trends = [600, 599, 500, 401, 400].map(|part| share(part, 1_000).trend(before));
        assert_eq!(trends, [Trend::Up, Trend::Same, Trend::Same, Trend::Same, Trend::Down]);
        assert_eq!(share(9, 10).trend(share(0, 0)), Trend::Same);
    }

    #[test]
    fn a_change_is_a_share_of_the_amount_before() {
        assert_eq!([change(110, 100), change(88, 100), change(100, 100)], [Some(100), Some(-120), Some(0)]);
        assert_eq!(change(5, 0), None);
        assert_eq!(change(-5, 10), Some(-1_500));
    }
}
