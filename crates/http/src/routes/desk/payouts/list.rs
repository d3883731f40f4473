//! `GET /api/desk/payouts` and `GET /api/desk/payouts/{payout}`: the payouts, and one of them with its lines.

use axum::{Json, extract::State};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::payouts::list_payouts::{ListPayoutsError, PayoutTotals, find_payout, list_payouts},
    staff::list_staff_names,
};
use sideout_domain::payout::is_provider_id;
use utoipa::{IntoParams, ToSchema};

use super::{PayoutAnswer, PayoutLineAnswer};
use crate::{
    extract::{Path, Query, Staff},
    routes::desk::board::not_found,
    state::ApiState,
    wire::{api_error::ApiError, problem::Problem},
};

/// Payouts on a page if the request has no `limit`.
const PAGE: u32 = 50;
/// Lines on a page if the request has no `limit`.
const LINES: u32 = 100;

/// Which page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PayoutsRequest {
    /// Go on after this payout or line: `next` of the page before.
    #[param(example = "1795240400000.setl_DHgkgLlaVQcUsz")]
    pub after: Option<String>,
    /// The most payouts or lines of this page, 1 to 200; 50 payouts or 100 lines if it is left out.
    pub limit: Option<u32>,
}

/// A page of the payouts.
#[derive(Debug, Serialize, ToSchema)]
pub struct PayoutsAnswer {
    /// The oldest lines that need an explanation, at most 100.
    pub open: Vec<PayoutLineAnswer>,
    /// How many lines need an explanation.
    #[schema(example = 3)]
    pub open_lines: i64,
    /// The payouts, the latest first.
    pub payouts: Vec<PayoutAnswer>,
    /// `after` of the next page; null at the end.
    #[schema(required, example = "1795240400000.setl_DHgkgLlaVQcUsz")]
    pub next: Option<String>,
    /// What was paid out in the last thirty days.
    pub last_month: PayoutTotalsAnswer,
    /// When the payouts of a day were last read from the provider, ISO 8601 UTC; null if never.
    #[schema(required, format = DateTime)]
    pub read_at: Option<String>,
    /// The days whose payouts could not be read, `YYYY-MM-DD` in India, the oldest first.
    #[schema(example = json!(["2026-11-24"]))]
    pub unread_days: Vec<String>,
    /// Whether a payment provider is set up, from which payouts are read.
    pub is_read: bool,
}

/// What was paid out in a period.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PayoutTotals)]
pub struct PayoutTotalsAnswer {
    /// How many payouts.
    #[schema(example = 22)]
    pub payouts: i64,
    /// How many lines they have.
    #[schema(example = 640)]
    pub lines: i64,
    /// What came into the bank account, paise.
    #[schema(example = 48_562_400)]
    pub amount_paise: i64,
    /// The provider's fees, tax included, paise.
    #[schema(example = 1_187_600)]
    pub fee_paise: i64,
    /// The tax (GST) in the fees, paise.
    #[schema(example = 181_200)]
    pub tax_paise: i64,
    /// What was taken, such as refunds, paise.
    #[schema(example = 480_000)]
    pub debit_paise: i64,
}

/// A payout with its lines.
#[derive(Debug, Serialize, ToSchema)]
pub struct PayoutWithLinesAnswer {
    /// The payout.
    pub payout: PayoutAnswer,
    /// Its lines, in the order of their ids.
    pub lines: Vec<PayoutLineAnswer>,
    /// `after` of the next page; null at the end.
    #[schema(required, example = "pay_DESyzxuld02Zul")]
    pub next: Option<String>,
}

/// Lists what the payment provider paid out, with the lines that do not match what the database has.
#[utoipa::path(get, path = "/api/desk/payouts", operation_id = "list_payouts", tag = "payouts", security(("session" = [])),
    params(PayoutsRequest), extensions(("x-permission" = json!("payout.read"))),
    responses((status = 200, description = "A page.", body = PayoutsAnswer)))]
pub(crate) async fn payouts(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Query(request): Query<PayoutsRequest>,
) -> Result<Json<PayoutsAnswer>, Problem> {
    let before = match request.after.as_deref() {
        Some(text) => Some(
            position(text)
                .ok_or_else(|| ApiError::malformed("`after` must be the `next` of an earlier page."))?,
        ),
        None => None,
    };
    let page =
        list_payouts(&api.app, &actor, before, request.limit.unwrap_or(PAGE)).await.map_err(problem)?;
    let names = list_staff_names(&api.app).await?;
    Ok(Json(PayoutsAnswer {
        open: page.open.iter().map(|line| PayoutLineAnswer::of(line, &names)).collect(),
        open_lines: page.open_lines,
        payouts: page.payouts.iter().map(PayoutAnswer::of).collect(),
        next: page.next.map(|(at, id)| format!("{}.{id}", at.as_millisecond())),
        last_month: totals(&page.last_month),
        read_at: page.read_at.map(|at| at.to_string()),
        unread_days: page.unread.iter().map(ToString::to_string).collect(),
        is_read: page.is_read,
    }))
}

/// Shows a payout with its lines.
#[utoipa::path(get, path = "/api/desk/payouts/{payout}", operation_id = "payout", tag = "payouts", security(("session" = [])),
    params(("payout" = String, Path, description = "The payout's id at the provider."), PayoutsRequest),
    extensions(("x-permission" = json!("payout.read"))),
    responses((status = 200, description = "The payout.", body = PayoutWithLinesAnswer)))]
pub(crate) async fn payout(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(payout): Path<String>,
    Query(request): Query<PayoutsRequest>,
) -> Result<Json<PayoutWithLinesAnswer>, Problem> {
    let page = (request.after, request.limit.unwrap_or(LINES));
    let found = find_payout(&api.app, &actor, payout, page).await.map_err(problem)?.ok_or_else(not_found)?;
    let names = list_staff_names(&api.app).await?;
    Ok(Json(PayoutWithLinesAnswer {
        payout: PayoutAnswer::of(&found.payout),
        lines: found.lines.iter().map(|line| PayoutLineAnswer::of(line, &names)).collect(),
        next: found.next,
    }))
}

fn problem(error: ListPayoutsError) -> Problem {
    match error {
        ListPayoutsError::Refused(refused) => refused.into(),
        ListPayoutsError::Store(error) => error.into(),
    }
}

fn totals(totals: &PayoutTotals) -> PayoutTotalsAnswer {
    PayoutTotalsAnswer {
        payouts: totals.payouts,
        lines: totals.lines,
        amount_paise: totals.sums.net().paise(),
        fee_paise: totals.sums.fee.paise(),
        tax_paise: totals.sums.tax.paise(),
        debit_paise: totals.sums.debit.paise(),
    }
}

/// Reads the `next` of a page: the time of a payout in UTC milliseconds, a dot, and its id at the provider.
fn position(text: &str) -> Option<(Timestamp, String)> {
    let (at, id) = text.split_once('.')?;
    let at = Timestamp::from_millisecond(at.parse().ok()?).ok()?;
    is_provider_id(id).then(|| (at, id.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_and_malformed_text_is_refused() {
        let (at, id) = position("1795240400000.setl_DHgkgLlaVQcUsz").unwrap();
        assert_eq!((at.as_millisecond(), id.as_str()), (1_795_240_400_000, "setl_DHgkgLlaVQcUsz"));
        for text in ["", "1", "1.", ".setl_1", "x.setl_1", "1.set l", "99999999999999999.setl_1"] {
            assert!(position(text).is_none(), "{text}");
        }
    }
}
