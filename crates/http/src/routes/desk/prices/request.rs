//! The request of a change of prices, and its refusals.

use serde::Deserialize;
use sideout_app::desk::prices::{Edit, PriceChange, preview_prices::PreviewPricesError};
use sideout_domain::{
    CourtId,
    money::Money,
    price::{HIGHEST_PRICE, Stroke},
    venue::MOST_COURTS,
};
use utoipa::ToSchema;

use crate::{
    routes::desk::{
        board::{day_of, not_found},
        hours::HIGHEST_VERSION,
    },
    wire::problem::{Problem, ProblemKind},
};

/// The most strokes of one change; a stroke gives courts and hours of the week one price.
const MOST_STROKES: usize = 2_000;

/// A change of prices.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PriceChangeRequest {
    /// The newest version that the caller saw; 0 if there was none.
    #[schema(example = 7)]
    pub base_version: i64,
    /// From which day it is valid, at the venue: today or later, at most 366 days ahead.
    #[schema(example = "2026-11-28", format = Date)]
    pub valid_from: String,
    /// The new prices of courts and hours, 1 to 2,000; a later one replaces an earlier one; empty with `revert_to`.
    pub strokes: Vec<PriceStroke>,
    /// The earlier version whose week is brought back; null: `strokes` are applied.
    #[schema(required, example = json!(null))]
    pub revert_to: Option<i64>,
}

/// Courts and hours of the week that get one price.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PriceStroke {
    /// The ids of the courts, at least one and at most 99.
    #[schema(example = json!([21, 22, 23]))]
    pub courts: Vec<i64>,
    /// The weekdays, Monday is 0.
    #[schema(example = json!([5, 6]))]
    pub weekdays: Vec<u8>,
    /// The price is for starts at or after this minute of the day.
    #[schema(example = 1080)]
    pub from_minute: u16,
    /// The price is for starts before this minute of the day, at most 1440.
    #[schema(example = 1320)]
    pub until_minute: u16,
    /// What each slot costs, whatever its length, 0 to 100,000,000 paise; null: it cannot be booked.
    #[schema(required, example = 120_000)]
    pub price_paise: Option<i64>,
}

impl PriceChangeRequest {
    /// The request as the use case's type.
    ///
    /// # Errors
    /// 400 if `valid_from` is not written as a day, else 422 that names the field.
    pub(super) fn read(self) -> Result<PriceChange, Problem> {
        let valid_from = day_of(&self.valid_from)?;
        if !(0..=HIGHEST_VERSION).contains(&self.base_version) {
            return Err(Problem::field("base_version", "range"));
        }
        let edit = match self.revert_to {
            Some(version) if self.strokes.is_empty() => Edit::Revert(version),
            Some(_) => return Err(Problem::field("strokes", "count")),
            None if self.strokes.is_empty() || self.strokes.len() > MOST_STROKES => {
                return Err(Problem::field("strokes", "count"));
            }
            None => Edit::Paint(self.strokes.into_iter().map(stroke).collect::<Result<_, _>>()?),
        };
        Ok(PriceChange { base: self.base_version, valid_from, edit })
    }
}

fn stroke(stroke: PriceStroke) -> Result<Stroke, Problem> {
    let PriceStroke { courts, weekdays, from_minute, until_minute, price_paise } = stroke;
    if courts.is_empty() || courts.len() > usize::from(MOST_COURTS) {
        return Err(Problem::field("courts", "count"));
    }
    if weekdays.is_empty() || weekdays.iter().any(|weekday| *weekday > 6) {
        return Err(Problem::field("weekdays", "range"));
    }
    if from_minute >= until_minute || until_minute > 1440 {
        return Err(Problem::field("until_minute", "range"));
    }
    if price_paise.is_some_and(|paise| !(0..=HIGHEST_PRICE.paise()).contains(&paise)) {
        return Err(Problem::field("price_paise", "range"));
    }
    Ok(Stroke {
        courts: courts.into_iter().map(CourtId).collect(),
        weekdays: weekdays.iter().fold(0, |days, weekday| days | 1 << weekday),
        from_minute,
        until_minute,
        price: price_paise.map(Money::from_paise),
    })
}

/// The problem of a refused change.
pub(super) fn problem(error: PreviewPricesError) -> Problem {
    match error {
        PreviewPricesError::ChangedMeanwhile => Problem::of(ProblemKind::PricesChanged),
        PreviewPricesError::OtherCourt => Problem::field("courts", "unknown"),
        PreviewPricesError::NoSuchVersion => not_found(),
        PreviewPricesError::OutOfRange => Problem::field("valid_from", "range"),
        PreviewPricesError::Refused(refused) => refused.into(),
        PreviewPricesError::Store(error) => error.into(),
    }
}
