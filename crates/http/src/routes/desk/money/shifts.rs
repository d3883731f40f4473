//! `/api/desk/venues/{venue}/shift…` and `/api/desk/shifts/{shift}…`: the drawer, from opening to counting.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::money::{
        count_shift::{CloseShift, CountShiftError, close_shift, count_shift},
        make_qr::qr_account,
        open_shift::{OpenShiftError, open_shift},
        read_money::{CashMovement, CountedCash, OpenShift, read_drawer},
        record_movement::{Movement, RecordMovementError, record_movement},
        review_shift::{ReviewShiftError, review_shift},
    },
    staff::list_staff_names,
};
use sideout_domain::{
    ShiftId,
    drawer::{CashMovementKind, Shift},
    money::Money,
};
use utoipa::ToSchema;

use super::{cash_count, money_problem, shift_needed};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    routes::desk::board::{StaffNames, not_found, venue_id},
    routes::desk::short_text::short_text,
    state::ApiState,
    wire::problem::{Problem, ProblemBody, ProblemKind},
};

/// What was counted in a drawer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CountRequest {
    /// The notes: 500, 200, 100, 50, 20 and 10 rupees, each value once at most.
    pub notes: Vec<NoteCount>,
    /// The coins, 0 to 99,999 rupees.
    #[schema(example = 37)]
    pub coins: u32,
}

/// The number of notes of one value.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteCount {
    /// The note's value in rupees.
    #[schema(example = 500)]
    pub rupees: u32,
    /// The number of notes, 0 to 99,999.
    #[schema(example = 12)]
    pub number: u32,
}

/// The drawer of a venue.
#[derive(Debug, Serialize, ToSchema)]
pub struct DrawerAnswer {
    /// The open shift; null if no shift is open: then the drawer has to be counted before money is taken.
    #[schema(required)]
    pub shift: Option<OpenShiftAnswer>,
    /// The account to which players pay by UPI; null if the venue takes none by its own account.
    #[schema(required)]
    pub upi: Option<UpiPayee>,
    /// Whether players can pay by QR codes of the payment provider.
    #[schema(example = true)]
    pub provider_qr: bool,
}

/// The account to which players pay by UPI: what a QR code contains beside the amount.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpiPayee {
    /// The UPI address.
    #[schema(example = "oldmill@okbank")]
    pub address: String,
    /// The payee's name.
    #[schema(example = "Old Mill Courts")]
    pub name: String,
}

/// The open shift of a drawer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenShift)]
pub struct OpenShiftAnswer {
    /// The shift's number.
    #[schema(example = "12")]
    pub id: String,
    /// When it began, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub opened_at: String,
    /// The keeper of the drawer; null until it is used.
    #[schema(required, example = "Kiran Joshi")]
    pub kept_by: Option<String>,
    /// Whether the caller keeps the drawer, or it has no keeper yet.
    #[schema(example = true)]
    pub is_usable: bool,
    /// What was in the drawer at the beginning, paise.
    #[schema(example = 200_000)]
    pub opening_paise: i64,
    /// What has to be in it now, paise; null for a caller who has to count without knowing it.
    #[schema(required, example = 1_285_000)]
    pub expected_paise: Option<i64>,
    /// Cash that came and went without a booking, the oldest first.
    pub movements: Vec<MovementAnswer>,
}

/// Cash that came or went without a booking.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovementAnswer {
    /// The movement's number.
    #[schema(example = "31")]
    pub id: String,
    /// The kind of the movement.
    pub kind: MovementKind,
    /// The amount in paise: positive into the drawer, negative out of it.
    #[schema(example = -500_000)]
    pub amount_paise: i64,
    /// A note, empty if none was typed.
    #[schema(example = "Water cans")]
    pub note: String,
    /// The name of the member of staff who recorded it.
    #[schema(required, example = "Kiran Joshi")]
    pub by: Option<String>,
    /// When it was recorded, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
}

impl MovementAnswer {
    /// The answer for a movement.
    pub(super) fn of(movement: &CashMovement, names: &StaffNames) -> Self {
        MovementAnswer {
            id: movement.id.to_string(),
            kind: movement.kind.into(),
            amount_paise: movement.amount.paise(),
            note: movement.note.clone(),
            by: names.get(&movement.staff).cloned(),
            at: movement.at.to_string(),
        }
    }
}

/// Why cash comes or goes without a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MovementKind {
    /// Change is brought into the drawer.
    Change,
    /// Cash is put into the safe.
    Safe,
    /// Something is bought for the venue; needs a note.
    Expense,
    /// A mistake of an earlier movement is put right; needs a note. The program also records cash that was taken without a
    /// network by it: kept without a debt, or in an earlier count.
    Correction,
}

impl From<MovementKind> for CashMovementKind {
    fn from(kind: MovementKind) -> Self {
        match kind {
            MovementKind::Change => CashMovementKind::Change,
            MovementKind::Safe => CashMovementKind::Safe,
            MovementKind::Expense => CashMovementKind::Expense,
            MovementKind::Correction => CashMovementKind::Correction,
        }
    }
}

impl From<CashMovementKind> for MovementKind {
    fn from(kind: CashMovementKind) -> Self {
        match kind {
            CashMovementKind::Change => MovementKind::Change,
            CashMovementKind::Safe => MovementKind::Safe,
            CashMovementKind::Expense => MovementKind::Expense,
            CashMovementKind::Correction => MovementKind::Correction,
        }
    }
}

/// A shift that was counted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CountedShift)]
pub struct CountedShiftAnswer {
    /// The shift's number.
    #[schema(example = "11")]
    pub id: String,
    /// When it began, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub opened_at: String,
    /// When it was counted, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub counted_at: String,
    /// The name of the member of staff who counted.
    #[schema(required, example = "Kiran Joshi")]
    pub counted_by: Option<String>,
    /// The id of the person who counted.
    #[schema(example = "481920375641")]
    pub counted_by_id: String,
    /// What was in the drawer at the beginning, paise.
    #[schema(example = 200_000)]
    pub opening_paise: i64,
    /// What had to be there at the end, paise.
    #[schema(example = 1_285_000)]
    pub expected_paise: i64,
    /// What was counted, paise.
    #[schema(example = 1_280_000)]
    pub counted_paise: i64,
    /// The notes that were counted.
    pub notes: Vec<NoteCount>,
    /// The coins that were counted, rupees.
    #[schema(example = 37)]
    pub coins: u32,
    /// The reason of a difference; null until the shift is closed, empty if none was given then.
    #[schema(required, example = "Two coins under the tray")]
    pub reason: Option<String>,
    /// The name of the member of staff who has reviewed the count; null until a person has.
    #[schema(required, example = "Nisha Trivedi")]
    pub reviewed_by: Option<String>,
    /// Cash that was in this count and not in what had to be there: taken without a network, and sent after the count. The one that was
    /// taken first comes first.
    pub cash_without_network: Vec<CountedCashAnswer>,
}

/// Cash that was taken without a network and sent after the drawer was counted with it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CountedCash)]
pub struct CountedCashAnswer {
    /// The number of the booking for which it was taken.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The amount, paise.
    #[schema(example = 80_000)]
    pub amount_paise: i64,
    /// The name of the member of staff who took it.
    #[schema(required, example = "Kiran Joshi")]
    pub by: Option<String>,
    /// When it was taken, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub taken_at: String,
    /// Whether a person who reviews counts has seen it.
    #[schema(example = false)]
    pub is_reviewed: bool,
}

impl CountedCashAnswer {
    fn of(cash: &CountedCash, names: &StaffNames) -> Self {
        CountedCashAnswer {
            order: cash.order.to_string(),
            amount_paise: cash.amount.paise(),
            by: names.get(&cash.staff).cloned(),
            taken_at: cash.taken_at.to_string(),
            is_reviewed: cash.is_reviewed,
        }
    }
}

impl CountedShiftAnswer {
    /// The answer for a counted shift with what is its own of `cash`; `None` for one that is open.
    pub(super) fn of(shift: &Shift, cash: &[CountedCash], names: &StaffNames) -> Option<Self> {
        let count = shift.count.as_ref()?;
        let cash = cash.iter().filter(|cash| cash.shift == shift.id);
        let notes = count.counted.notes.iter().rev();
        Some(CountedShiftAnswer {
            id: shift.id.to_string(),
            opened_at: shift.opened_at.to_string(),
            counted_at: count.at.to_string(),
            counted_by: names.get(&count.by).cloned(),
            counted_by_id: count.by.to_string(),
            opening_paise: shift.opening.paise(),
            expected_paise: count.expected.paise(),
            counted_paise: count.counted.total().paise(),
            notes: notes.map(|(rupees, number)| NoteCount { rupees: *rupees, number: *number }).collect(),
            coins: count.counted.coins,
            reason: count.reason.clone(),
            reviewed_by: count.reviewed.and_then(|(_, by)| names.get(&by).cloned()),
            cash_without_network: cash.map(|cash| CountedCashAnswer::of(cash, names)).collect(),
        })
    }
}

/// Shows the drawer of a venue.
#[utoipa::path(get, path = "/api/desk/venues/{venue}/shift", operation_id = "drawer", tag = "money",
    security(("session" = [])), params(("venue" = i64, Path, description = "The venue's number.")),
    extensions(("x-permission" = json!("shift.own"))),
    responses((status = 200, description = "The drawer.", body = DrawerAnswer)))]
pub(crate) async fn drawer(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
) -> Result<Json<DrawerAnswer>, Problem> {
    let venue = venue_id(&venue)?;
    let (known, open) = read_drawer(&api.app, &actor, venue).await.map_err(money_problem)?;
    let upi = known
        .upi_address
        .as_ref()
        .map(|address| UpiPayee { address: address.to_string(), name: known.name.clone() });
    let provider_qr = qr_account(&api.app).is_some();
    let Some(open) = open else { return Ok(Json(DrawerAnswer { shift: None, upi, provider_qr })) };
    let names = list_staff_names(&api.app).await?;
    let OpenShift { shift, expected, movements } = open;
    let shift = OpenShiftAnswer {
        id: shift.id.to_string(),
        opened_at: shift.opened_at.to_string(),
        kept_by: shift.kept_by.and_then(|keeper| names.get(&keeper).cloned()),
        is_usable: shift.kept_by.is_none_or(|keeper| keeper == actor.id()),
        opening_paise: shift.opening.paise(),
        expected_paise: expected.map(Money::paise),
        movements: movements.iter().map(|movement| MovementAnswer::of(movement, &names)).collect(),
    };
    Ok(Json(DrawerAnswer { shift: Some(shift), upi, provider_qr }))
}

/// A shift that began.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenedShiftAnswer {
    /// The shift's number.
    #[schema(example = "12")]
    pub id: String,
}

/// Begins a shift of a drawer with what was counted in it.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/shifts", operation_id = "open_shift", tag = "money",
    security(("session" = [])), request_body = CountRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("shift.own"))),
    responses((status = 201, description = "Begun.", body = OpenedShiftAnswer)))]
pub(crate) async fn open(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<CountRequest>,
) -> Result<(StatusCode, Json<OpenedShiftAnswer>), Problem> {
    let venue = venue_id(&venue)?;
    let counted = cash_count(request)?;
    match open_shift(&api.app, &actor, venue, counted, key).await {
        Ok(id) => Ok((StatusCode::CREATED, Json(OpenedShiftAnswer { id: id.to_string() }))),
        Err(OpenShiftError::Open) => Err(Problem::of(ProblemKind::ShiftOpen)),
        Err(OpenShiftError::Refused(refused)) => Err(refused.into()),
        Err(OpenShiftError::Store(error)) => Err(error.into()),
    }
}

/// Cash that enters or leaves the drawer without a booking.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementRequest {
    /// The kind of the movement.
    pub kind: MovementKind,
    /// The amount in whole rupees, at most 1,000,000,000 paise: positive into the drawer (`change`), negative out of it (`safe`,
    /// `expense`); a `correction` has either sign.
    #[schema(example = -500_000)]
    pub amount_paise: i64,
    /// A note, at most 200 characters.
    #[serde(default)]
    #[schema(example = "Water cans")]
    pub note: Option<String>,
}

/// A movement that was recorded.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordedMovementAnswer {
    /// The movement's number.
    #[schema(example = "31")]
    pub id: String,
}

/// The largest movement, and the largest amount that is written down without a network, in paise: one crore rupees.
pub(in crate::routes::desk) const MOST_PAISE: i64 = 1_000_000_000;

/// Records cash that enters or leaves the drawer without a booking.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/shift/movements", operation_id = "record_movement", tag = "money",
    security(("session" = [])), request_body = MovementRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("shift.own"))),
    responses((status = 201, description = "Recorded.", body = RecordedMovementAnswer)))]
pub(crate) async fn movement(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<MovementRequest>,
) -> Result<(StatusCode, Json<RecordedMovementAnswer>), Problem> {
    let venue = venue_id(&venue)?;
    if !(-MOST_PAISE..=MOST_PAISE).contains(&request.amount_paise) {
        return Err(Problem::field("amount_paise", "range"));
    }
    let movement = Movement {
        kind: request.kind.into(),
        amount: Money::from_paise(request.amount_paise),
        note: short_text("note", request.note)?.unwrap_or_default(),
    };
    match record_movement(&api.app, &actor, venue, movement, key).await {
        Ok(id) => Ok((StatusCode::CREATED, Json(RecordedMovementAnswer { id: id.to_string() }))),
        Err(RecordMovementError::ShiftNeeded) => Err(shift_needed()),
        Err(RecordMovementError::BadAmount) => Err(Problem::field("amount_paise", "range")),
        Err(RecordMovementError::NotWholeRupees) => Err(Problem::field("amount_paise", "whole_rupees")),
        Err(RecordMovementError::NoteMissing) => Err(Problem::field("note", "required")),
        Err(RecordMovementError::DrawerShort) => Err(Problem::field("amount_paise", "drawer_short")),
        Err(RecordMovementError::Refused(refused)) => Err(refused.into()),
        Err(RecordMovementError::Store(error)) => Err(error.into()),
    }
}

/// Reads the shift of an address.
fn shift_id(text: &str) -> Result<ShiftId, Problem> {
    text.parse().map_err(|_| not_found())
}

/// The result of a count.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountAnswer {
    /// The shift that the count began.
    #[schema(example = "13")]
    pub next: String,
    /// What had to be in the drawer, paise.
    #[schema(example = 1_285_000)]
    pub expected_paise: i64,
    /// What was counted, paise.
    #[schema(example = 1_280_000)]
    pub counted_paise: i64,
    /// A difference of more than this needs a reason, paise.
    #[schema(example = 5_000)]
    pub reason_above_paise: i64,
}

/// Ends a shift with what was counted. The next shift begins with that at the same instant. The shift of another person needs
/// `shift.others`.
#[utoipa::path(post, path = "/api/desk/shifts/{shift}/count", operation_id = "count_shift", tag = "money",
    security(("session" = [])), request_body = CountRequest,
    params(("shift" = String, Path, description = "The shift's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("shift.own"))),
    responses((status = 200, description = "Counted.", body = CountAnswer)))]
pub(crate) async fn count(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(shift): Path<String>,
    DeskBody(request): DeskBody<CountRequest>,
) -> Result<Json<CountAnswer>, Problem> {
    let counted = cash_count(request)?;
    let found =
        count_shift(&api.app, &actor, shift_id(&shift)?, counted, key).await.map_err(count_problem)?;
    Ok(Json(CountAnswer {
        next: found.next.to_string(),
        expected_paise: found.expected_paise,
        counted_paise: found.counted_paise,
        reason_above_paise: api.app.settings.desk.difference_paise.into(),
    }))
}

/// The end of a counted shift: the reason of a difference, and the amount for the safe.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CloseRequest {
    /// Why the count differs, at most 200 characters.
    #[serde(default)]
    #[schema(example = "Two coins under the tray")]
    pub reason: Option<String>,
    /// How much goes into the safe, in whole rupees: 0 paise to what was counted, and no more than the drawer holds now. It is a movement
    /// of the next shift, which began with all that was counted.
    #[schema(example = 1_080_000)]
    pub to_safe_paise: i64,
}

/// Closes a counted shift, once: with the reason of a difference and the amount for the safe. The shift of another person needs
/// `shift.others`.
#[utoipa::path(post, path = "/api/desk/shifts/{shift}/close", operation_id = "close_shift", tag = "money",
    security(("session" = [])), request_body = CloseRequest,
    params(("shift" = String, Path, description = "The shift's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("shift.own"))),
    responses((status = 204, description = "Closed.")))]
pub(crate) async fn close(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(shift): Path<String>,
    DeskBody(request): DeskBody<CloseRequest>,
) -> Result<StatusCode, Problem> {
    if request.to_safe_paise < 0 {
        return Err(Problem::field("to_safe_paise", "range"));
    }
    let to_safe = Money::from_paise(request.to_safe_paise);
    let close = CloseShift { reason: short_text("reason", request.reason)?, to_safe };
    close_shift(&api.app, &actor, shift_id(&shift)?, close, key).await.map_err(count_problem)?;
    Ok(StatusCode::NO_CONTENT)
}

fn count_problem(error: CountShiftError) -> Problem {
    match error {
        CountShiftError::NoSuchShift => not_found(),
        CountShiftError::WrongState => Problem::of(ProblemKind::ShiftCounted),
        CountShiftError::ReasonMissing => Problem::field("reason", "required"),
        CountShiftError::MoreThanCounted => Problem::field("to_safe_paise", "range"),
        CountShiftError::NotWholeRupees => Problem::field("to_safe_paise", "whole_rupees"),
        // Without the amount: a clerk counts without knowing what has to be in the drawer.
        CountShiftError::DrawerShort => Problem::of(ProblemKind::DrawerShort),
        CountShiftError::Refused(refused) => refused.into(),
        CountShiftError::Store(error) => error.into(),
    }
}

/// What a person who reviews a count has seen.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The number of amounts in `cash_without_network` of the count.
    #[schema(example = 1)]
    pub seen_cash: u32,
}

/// Records that the caller has seen the difference of a shift that is counted and closed, and the cash that is said to be in it. With more cash in it than they have
/// seen, it is refused with `changed_meanwhile`.
#[utoipa::path(post, path = "/api/desk/shifts/{shift}/review", operation_id = "review_shift", tag = "money",
    security(("session" = [])), request_body = ReviewRequest,
    params(("shift" = String, Path, description = "The shift's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("shift.others"))),
    responses((status = 204, description = "Recorded."),
        (status = 412, description = "More cash is in the count by now.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn review(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(shift): Path<String>,
    DeskBody(request): DeskBody<ReviewRequest>,
) -> Result<StatusCode, Problem> {
    match review_shift(&api.app, &actor, shift_id(&shift)?, request.seen_cash, key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(ReviewShiftError::NoSuchShift) => Err(not_found()),
        Err(ReviewShiftError::MoreCash) => Err(Problem::of(ProblemKind::ChangedMeanwhile)),
        Err(ReviewShiftError::WrongState) => Err(Problem::of(ProblemKind::ShiftNotToReview)),
        Err(ReviewShiftError::Refused(refused)) => Err(refused.into()),
        Err(ReviewShiftError::Store(error)) => Err(error.into()),
    }
}
