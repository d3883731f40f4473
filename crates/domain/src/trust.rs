//! What the desk tells of a player: how often they played and how often they stayed away. Facts, no score.

/// Games from which on a player is a regular.
pub const REGULAR_FROM: i64 = 5;

/// How well the venue knows a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Has not played yet.
    New,
    /// Has played, fewer than [`REGULAR_FROM`] times.
    Known,
    /// Has played [`REGULAR_FROM`] times or more.
    Regular,
    /// Has missed too many games to be allowed to pay at the court.
    PaysFirst,
}

impl Trust {
    /// The trust in a player who `played` and `missed` this many games. From `max_no_shows` missed games on they pay first; 0 disables
    /// the rule.
    #[must_use]
    pub fn of(played: i64, missed: i64, max_no_shows: u32) -> Self {
        if max_no_shows > 0 && missed >= i64::from(max_no_shows) {
            return Trust::PaysFirst;
        }
        match played {
            ..=0 => Trust::New,
            REGULAR_FROM.. => Trust::Regular,
            _ => Trust::Known,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_new_then_known_then_a_regular() {
        assert_eq!(
            [0, 1, 4, 5, 60].map(|played| Trust::of(played, 1, 2)),
            [Trust::New, Trust::Known, Trust::Known, Trust::Regular, Trust::Regular]
        );
    }

    #[test]
    fn missed_games_count_more_than_played_ones_unless_the_rule_is_off() {
        assert_eq!(Trust::of(60, 2, 2), Trust::PaysFirst);
        assert_eq!(Trust::of(60, 2, 0), Trust::Regular);
    }
}
