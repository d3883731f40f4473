//! Checks across tables of the file: ids are unique, and references point at something.

use std::collections::HashSet;

use sideout_domain::venue::Venue;
use sideout_store::import::Sport;

use super::section::Diagnostics;

/// The name of a table and its line.
pub(super) type Place = (String, usize);

/// Checks that the ids of sports are unique. `places` are those of their tables.
pub(super) fn sports(diagnostics: &Diagnostics<'_>, places: &[Place], sports: &[Sport]) {
    let mut seen = HashSet::new();
    for (sport, (place, line)) in sports.iter().zip(places) {
        let id = format!("{place}.id");
        // One that is missing or not allowed was reported, and is not that of another sport.
        if !diagnostics.has_problem(&id) && !seen.insert(sport.id) {
            let message = format!("{} is the id of another sport already; give each sport its own", sport.id);
            diagnostics.problem(*line, &id, message);
        }
    }
}

/// Checks that the ids of venues are unique and that their sports exist. `places` are those of their tables.
pub(super) fn venues(diagnostics: &Diagnostics<'_>, places: &[Place], venues: &[Venue], sports: &[Sport]) {
    let mut seen = HashSet::new();
    for (venue, (place, line)) in venues.iter().zip(places) {
        let id = format!("{place}.id");
        if !diagnostics.has_problem(&id) && !seen.insert(venue.id) {
            let message = format!("{} is the id of another venue already; give each venue its own", venue.id);
            diagnostics.problem(*line, &id, message);
        }
        for court in &venue.courts {
            if !sports.iter().any(|sport| sport.id == court.sport) {
                let place = format!("{place}: court {}", court.number);
                let message =
                    format!("sport {} is not in this file; add a [[sport]] with that id", court.sport);
                diagnostics.problem(*line, &place, message);
            }
        }
    }
}
