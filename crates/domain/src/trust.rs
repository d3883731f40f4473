//! How well the venue knows a player, by the numbers of games that were played and missed.

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
    /// Staff have blocked them.
    Blocked,
}

impl Trust {
    /// The trust in a player who `played` this many games and has this many `strikes`: missed games that were not forgiven. From
    /// `max_no_shows` strikes on they pay first; 0 disables the rule. A block counts before everything else.
    #[must_use]
    pub fn of(played: i64, strikes: i64, is_blocked: bool, max_no_shows: u32) -> Self {
        if is_blocked {
            return Trust::Blocked;
        }
        if max_no_shows > 0 && strikes >= i64::from(max_no_shows) {
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
            [0, 1, 4, 5, 60].map(|played| Trust::of(played, 1, false, 2)),
            [Trust::New, Trust::Known, Trust::Known, Trust::Regular, Trust::Regular]
        );
    }

    #[test]
    fn missed_games_count_more_than_played_ones_unless_the_rule_is_off() {
        assert_eq!(Trust::of(60, 2, false, 2), Trust::PaysFirst);
        assert_eq!(Trust::of(60, 2, false, 0), Trust::Regular);
    }

    #[test]
    fn a_block_counts_before_everything_else() {
        assert_eq!([Trust::of(60, 0, true, 2), Trust::of(0, 3, true, 2)], [Trust::Blocked, Trust::Blocked]);
    }
}
