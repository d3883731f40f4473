//! The request of a closure, and its refusals.

use serde::Deserialize;
use sideout_app::closures::at_desk::{CloseAtDesk, CloseAtDeskError};
use sideout_domain::{CourtId, VenueId, closure_offer, venue::MOST_COURTS};
use utoipa::ToSchema;

use super::read_reason;
use crate::{
    routes::desk::board::{day_of, not_found},
    wire::{
        closure_cause::ClosureCause,
        convert_enum::convert_enum,
        problem::{Problem, ProblemKind},
    },
};

/// The courts to be closed, and the time: at most 432 slots in all.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ClosureRequest {
    /// The ids of the courts, at least one and at most 99.
    #[schema(example = json!([21, 22, 23]))]
    pub courts: Vec<i64>,
    /// The day, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The first closed minute of that day. Games that run then are closed too, unless they have begun and get `nothing` back.
    #[schema(example = 1104)]
    pub from_minute: u16,
    /// The minute of that day at which the closure ends: after `from_minute`, at most 1440, and still ahead.
    #[schema(example = 1260)]
    pub until_minute: u16,
    /// The cause.
    pub cause: ClosureCause,
    /// What players read as the reason, one line of at most 120 characters; needed with `other`. Null with another cause: the cause is the
    /// reason.
    #[schema(required, example = "Net repair")]
    pub reason: Option<String>,
    /// What the players of games that have begun get back.
    pub running_games: RunningGames,
    /// The `version` of the preview that the caller saw; if it is another one by now, nothing is closed (409 `closure_changed`). Null: any.
    #[schema(example = "9f3a61c2d07b4e58")]
    pub seen: Option<String>,
}

/// What the players of games that have begun get back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, serde::Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunningGames {
    /// All of what was paid.
    All,
    /// Half of what was paid.
    Half,
    /// Nothing: these games count as played, and their courts are not closed before they end.
    Nothing,
}

convert_enum!(RunningGames, closure_offer::RunningGames { All, Half, Nothing });

impl ClosureRequest {
    /// The request as the use case's type.
    ///
    /// # Errors
    /// 400 if `day` is not written as a day, else 422 that names the field.
    pub(super) fn read(self, venue: VenueId) -> Result<CloseAtDesk, Problem> {
        if self.courts.is_empty() || self.courts.len() > usize::from(MOST_COURTS) {
            return Err(Problem::field("courts", "count"));
        }
        let cause: closure_offer::ClosureCause = self.cause.into();
        let reason = match (self.reason, cause.text()) {
            (Some(reason), _) if !reason.trim().is_empty() => reason,
            (_, Some(text)) => text.to_owned(),
            (_, None) => return Err(Problem::field("reason", "required")),
        };
        Ok(CloseAtDesk {
            venue,
            courts: self.courts.into_iter().map(CourtId).collect(),
            day: day_of(&self.day)?,
            from_minute: self.from_minute,
            until_minute: self.until_minute,
            cause,
            reason: read_reason(&reason)?,
            running_games: self.running_games.into(),
            seen: self.seen,
        })
    }
}

/// The problem of a refused closure.
pub(super) fn problem(error: CloseAtDeskError) -> Problem {
    match error {
        CloseAtDeskError::NoSuchVenue => not_found(),
        CloseAtDeskError::VenueRetired => Problem::of(ProblemKind::VenueRetired),
        CloseAtDeskError::NoSuchCourt => Problem::field("courts", "unknown"),
        CloseAtDeskError::WrongTime => Problem::field("until_minute", "range"),
        CloseAtDeskError::TooMuch => Problem::of(ProblemKind::TooMuchToClose),
        CloseAtDeskError::NothingOpen => Problem::of(ProblemKind::NothingToClose),
        CloseAtDeskError::BookingsChanged => Problem::of(ProblemKind::ClosureChanged),
        CloseAtDeskError::Refused(refused) => refused.into(),
        CloseAtDeskError::Store(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_reason_has_up_to_120_characters_that_can_be_seen() {
        let read = |reason: &str| {
            let request = ClosureRequest {
                courts: vec![1],
                day: "2026-11-22".to_owned(),
                from_minute: 1104,
                until_minute: 1260,
                cause: ClosureCause::Other,
                reason: Some(reason.to_owned()),
                running_games: RunningGames::All,
                seen: None,
            };
            let read = request.read(VenueId(1)).map(|closed| closed.reason.as_str().to_owned());
            read.map_err(|problem| serde_json::to_value(problem.into_body()).unwrap()["fields"].clone())
        };
        assert_eq!(read(" Net repair "), Ok("Net repair".to_owned()));
        assert_eq!(read(&"द".repeat(120)), Ok("द".repeat(120)));
        assert_eq!(read(" "), Err(json!({ "reason": "required" })));
        assert_eq!(read(&"द".repeat(121)), Err(json!({ "reason": "length" })));
        for reason in ["Net\u{200b}repair", "a\u{202e}b", "a\nb"] {
            assert_eq!(read(reason), Err(json!({ "reason": "characters" })), "{reason:?}");
        }
    }

    #[test]
    fn a_closure_can_name_all_courts_of_the_largest_venue() {
        let close = |courts: i64| {
            let request = ClosureRequest {
                courts: (1..=courts).collect(),
                day: "2026-11-22".to_owned(),
                from_minute: 1104,
                until_minute: 1260,
                cause: ClosureCause::Rain,
                reason: None,
                running_games: RunningGames::All,
                seen: None,
            };
            request.read(VenueId(1)).map(|closed| closed.courts.len())
        };
        assert_eq!(close(99).ok(), Some(99));
        assert!(close(100).is_err());
    }
}
