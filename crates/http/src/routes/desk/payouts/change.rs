//! `POST /api/desk/payouts/lines/{line}/explain` and `POST /api/desk/payouts/import`: an owner explains a line of a
//! payout, and imports the provider's file.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use sideout_app::desk::payouts::{
    BadRows, RowFault, RowFaultKind,
    explain_line::{ExplainLineError, explain_line},
    import_file::{ImportPayoutsError, import_payouts},
};
use utoipa::ToSchema;

use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff, read_body::PAYOUT_FILE_LIMIT},
    routes::desk::{board::not_found, short_text::required_text},
    state::ApiState,
    wire::problem::{BadRow, Problem, ProblemKind},
};

/// Why a line does not match.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainLineRequest {
    /// The explanation, 1 to 200 characters.
    #[schema(example = "Correction of a fee of October")]
    pub text: String,
}

/// A file of the provider: its report of settlements as CSV, amounts in rupees.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportPayoutsRequest {
    /// The lines of the file without their line ends: the names of the columns, then at most 2,000 rows; at most 2 MiB together.
    #[schema(example = json!(["type,entity_id,amount,fee,tax,debit,credit,settlement_id,settled_at,settlement_utr"]))]
    pub lines: Vec<String>,
}

/// What was imported.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportedPayouts)]
pub struct ImportedPayoutsAnswer {
    /// How many lines of payouts the file has.
    #[schema(example = 21)]
    pub lines: u32,
    /// How many of them were not stored before.
    #[schema(example = 20)]
    pub added: u32,
    /// What these changed in the bank account, paise.
    #[schema(example = 1_562_400)]
    pub amount_paise: i64,
    /// How many rows were left out because the provider has not paid them out yet.
    #[schema(example = 3)]
    pub unsettled: u32,
}

/// Explains a line that does not match. It is no longer listed as open; amounts stay as they are.
#[utoipa::path(post, path = "/api/desk/payouts/lines/{line}/explain", operation_id = "explain_payout_line", tag = "payouts",
    security(("session" = [])), request_body = ExplainLineRequest,
    params(("line" = String, Path, description = "The provider's id of what the line is about."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("payout.explain"))),
    responses((status = 204, description = "Explained.")))]
pub(crate) async fn explain(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(line): Path<String>,
    DeskBody(request): DeskBody<ExplainLineRequest>,
) -> Result<StatusCode, Problem> {
    let text = required_text("text", request.text)?;
    match explain_line(&api.app, &actor, (line, text), key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(ExplainLineError::NoSuchLine) => Err(not_found()),
        Err(ExplainLineError::NothingToExplain) => Err(Problem::of(ProblemKind::NothingToExplain)),
        Err(ExplainLineError::Refused(refused)) => Err(refused.into()),
        Err(ExplainLineError::Store(error)) => Err(error.into()),
    }
}

/// Imports the provider's file of payouts, all lines or none. Lines that are stored already with the same values are skipped, and so are
/// rows without a payout; a line that is stored with other values refuses the file.
#[utoipa::path(post, path = "/api/desk/payouts/import", operation_id = "import_payouts", tag = "payouts",
    security(("session" = [])), request_body = ImportPayoutsRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("payout.explain"))),
    responses((status = 200, description = "Imported.", body = ImportedPayoutsAnswer)))]
pub(crate) async fn import(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    DeskBody(request): DeskBody<ImportPayoutsRequest, PAYOUT_FILE_LIMIT>,
) -> Result<Json<ImportedPayoutsAnswer>, Problem> {
    match import_payouts(&api.app, &actor, request.lines.join("\n"), key).await {
        Ok(imported) => Ok(Json(ImportedPayoutsAnswer {
            lines: imported.lines,
            added: imported.added,
            amount_paise: imported.net_paise,
            unsettled: imported.unsettled,
        })),
        Err(ImportPayoutsError::BadRows(BadRows { first, more })) => {
            let rows = first.iter().map(bad_row).collect();
            Err(Problem::of(ProblemKind::BadRows).with_rows(rows, more))
        }
        Err(ImportPayoutsError::Refused(refused)) => Err(refused.into()),
        Err(ImportPayoutsError::Store(error)) => Err(error.into()),
    }
}

fn bad_row(fault: &RowFault) -> BadRow {
    let code = match fault.kind {
        RowFaultKind::NoColumn => "no_column",
        RowFaultKind::Empty => "empty",
        RowFaultKind::NotAnAmount => "not_an_amount",
        RowFaultKind::NotATime => "not_a_time",
        RowFaultKind::NotAnId => "not_an_id",
        RowFaultKind::NotRupees => "not_rupees",
        RowFaultKind::NotARow => "not_a_row",
        RowFaultKind::Twice => "twice",
        RowFaultKind::Contradicts => "contradicts",
        RowFaultKind::NoLines => "no_lines",
        RowFaultKind::TooManyLines => "too_many_lines",
    };
    BadRow { line: fault.row, column: fault.column, code }
}
