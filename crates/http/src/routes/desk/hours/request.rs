//! The request of a change of hours, and its refusals.

use serde::Deserialize;
use sideout_app::desk::hours::{Draft, Edit, HoursChange, preview_hours::PreviewHoursError};
use sideout_domain::{
    hours::{
        BookingWindow, LONGEST_LABEL, MOST_HORIZON_DAYS, MOST_LEAD_MINUTES, MOST_SPANS, MOST_SPECIAL_DAYS,
        SpecialDay, Week,
    },
    public_text::{UnfitText, check_text},
    slot::StartTime,
    venue::OpeningHours,
};
use utoipa::ToSchema;

use super::week::{HoursSpan, SpecialHours};
use crate::{
    routes::desk::board::{day_of, not_found},
    wire::problem::{Problem, ProblemKind},
};

/// The highest version number of hours or prices that is accepted.
pub(in crate::routes::desk) const HIGHEST_VERSION: i64 = 1_000_000_000;

/// A change of hours.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct HoursChangeRequest {
    /// The newest version that the caller saw; 0 if there was none.
    #[schema(example = 4)]
    pub base_version: i64,
    /// From which day the week is valid, at the venue: today or later, at most 366 days ahead.
    #[schema(example = "2026-11-28", format = Date)]
    pub valid_from: String,
    /// The new hours; null with `revert_to`.
    #[schema(required)]
    pub hours: Option<HoursDraft>,
    /// The earlier version to bring back; null: `hours` are the new ones.
    #[schema(required, example = json!(null))]
    pub revert_to: Option<i64>,
}

/// Hours as a manager sets them.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct HoursDraft {
    /// The spans of each weekday, Monday first, seven lists with at most 6 spans; an empty list: closed.
    pub week: Vec<Vec<HoursSpan>>,
    /// All special days from today on, at most 400, and at most 732 days ahead.
    pub special_days: Vec<SpecialHours>,
    /// How many days ahead players can book, 1 to 90, valid at once; null: to the same day next month.
    #[schema(required, example = json!(null))]
    pub horizon_days: Option<u16>,
    /// How many minutes before the start online booking closes, 0 to 2,880, valid at once.
    #[schema(example = 0)]
    pub lead_minutes: u16,
}

impl HoursChangeRequest {
    /// The request as the use case's type.
    ///
    /// # Errors
    /// 400 if a day is not written as one, else 422 that names the field.
    pub(super) fn read(self) -> Result<HoursChange, Problem> {
        let valid_from = day_of(&self.valid_from)?;
        if !(0..=HIGHEST_VERSION).contains(&self.base_version) {
            return Err(Problem::field("base_version", "range"));
        }
        let edit = match (self.hours, self.revert_to) {
            (Some(draft), None) => Edit::Set(draft.read()?),
            (None, Some(version)) => Edit::Revert(version),
            _ => return Err(Problem::field("hours", "count")),
        };
        Ok(HoursChange { base: self.base_version, valid_from, edit })
    }
}

impl HoursDraft {
    fn read(self) -> Result<Draft, Problem> {
        let HoursDraft { week, special_days, horizon_days, lead_minutes } = self;
        if week.len() != 7 {
            return Err(Problem::field("week", "count"));
        }
        if special_days.len() > MOST_SPECIAL_DAYS {
            return Err(Problem::field("special_days", "count"));
        }
        let mut days = Week::default();
        for (day, spans) in days.iter_mut().zip(week) {
            *day = read_spans("week", spans)?;
        }
        if horizon_days.is_some_and(|days| !(1..=MOST_HORIZON_DAYS).contains(&days)) {
            return Err(Problem::field("horizon_days", "range"));
        }
        if lead_minutes > MOST_LEAD_MINUTES {
            return Err(Problem::field("lead_minutes", "range"));
        }
        Ok(Draft {
            week: days,
            special_days: special_days.into_iter().map(read_special_day).collect::<Result<_, _>>()?,
            window: BookingWindow { horizon_days, lead_minutes },
        })
    }
}

fn read_special_day(special: SpecialHours) -> Result<SpecialDay, Problem> {
    let label = special.label.trim().to_owned();
    match check_text(&label, LONGEST_LABEL) {
        Ok(()) if !label.is_empty() => {}
        Ok(()) | Err(UnfitText::TooLong { .. }) => return Err(Problem::field("label", "length")),
        Err(UnfitText::Hidden(_)) => return Err(Problem::field("label", "characters")),
    }
    Ok(SpecialDay { day: day_of(&special.day)?, label, spans: read_spans("special_days", special.spans)? })
}

fn read_spans(field: &'static str, spans: Vec<HoursSpan>) -> Result<Vec<OpeningHours>, Problem> {
    if spans.len() > MOST_SPANS {
        return Err(Problem::field(field, "count"));
    }
    let start = |minute| StartTime::from_minute(minute).ok_or_else(|| Problem::field(field, "range"));
    let span = |span: HoursSpan| {
        Ok(OpeningHours { first_start: start(span.first_minute)?, last_start: start(span.last_minute)? })
    };
    spans.into_iter().map(span).collect()
}

/// The problem of a refused change.
pub(super) fn problem(error: PreviewHoursError) -> Problem {
    match error {
        PreviewHoursError::ChangedMeanwhile => Problem::of(ProblemKind::HoursChanged),
        PreviewHoursError::NoSuchVersion => not_found(),
        PreviewHoursError::OutOfRange => Problem::field("valid_from", "range"),
        PreviewHoursError::Weekday(weekday, _) => {
            Problem::of(ProblemKind::HoursOverlap).with_param("weekday", weekday.to_string())
        }
        PreviewHoursError::SpecialDay(day, _) => {
            Problem::of(ProblemKind::HoursOverlap).with_param("day", day.to_string())
        }
        PreviewHoursError::BadSpecialDay(day) => {
            Problem::of(ProblemKind::SpecialDayWrong).with_param("day", day.to_string())
        }
        PreviewHoursError::TodayClosed => Problem::of(ProblemKind::TodayClosed),
        PreviewHoursError::Refused(refused) => refused.into(),
        PreviewHoursError::Store(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_label_has_up_to_forty_characters_that_can_be_seen() {
        let read = |label: &str| {
            let special = SpecialHours { day: "2026-11-24".into(), label: label.into(), spans: Vec::new() };
            let read = read_special_day(special).map(|special| special.label);
            read.map_err(|problem| serde_json::to_value(problem.into_body()).unwrap()["fields"].clone())
        };
        assert_eq!(read(" Diwali "), Ok("Diwali".to_owned()));
        assert_eq!(read(&"द".repeat(40)), Ok("द".repeat(40)));
        for label in ["", " ", &"द".repeat(41)] {
            assert_eq!(read(label), Err(json!({ "label": "length" })), "{label}");
        }
        for label in ["Diwali\u{200b}", "a\u{202e}b", "a\nb"] {
            assert_eq!(read(label), Err(json!({ "label": "characters" })), "{label:?}");
        }
    }
}
