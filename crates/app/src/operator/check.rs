//! Checks across tables of the file: ids are unique, and references point at something.

use std::collections::HashSet;

use sideout_domain::venue::Venue;
use sideout_store::import::Sport;

use super::section::Notes;

/// Checks that venue and sport ids are unique and that sports exist. `places` names the tables of the venues and their
/// lines.
pub(super) fn venues(notes: &Notes<'_>, places: &[(String, usize)], venues: &[Venue], sports: &[Sport]) {
    let mut seen = HashSet::new();
    for (venue, (place, line)) in venues.iter().zip(places) {
        if !seen.insert(venue.id) {
            notes.problem(
                *line,
                &format!("{place}.id"),
                format!("{} is the id of another venue already", venue.id),
            );
        }
        for court in &venue.courts {
            if !sports.iter().any(|sport| sport.id == court.sport) {
                let place = format!("{place}: court {}", court.number);
                let message =
                    format!("sport {} is not in this file; add a [[sport]] with that id", court.sport);
                notes.problem(*line, &place, message);
            }
        }
    }
    let mut seen = HashSet::new();
    for sport in sports {
        if !seen.insert(sport.id) {
            notes.problem(1, "sport", format!("the id {} is used twice", sport.id));
        }
    }
}
