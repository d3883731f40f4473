//! `POST /api/desk/venues/{venue}/sync`: what a desk wrote down without a network, sent in order when the network is back.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::{
        board::mark_attendance::MarkAttendanceError,
        check_in::CheckIn,
        offline::{
            CashPlace, CountsSince, Decision, FactError, FactKind, FactOutcome, OfflineFact, OfflinePayment,
            PaymentDecision, TakenFact, record_fact::record_fact,
        },
    },
    steps::audited::{Actor, RequestKey},
};
use sideout_domain::{
    ShiftId, VenueId,
    money::Money,
    offline::{DeviceTime, MOST_FACTS},
    order::OrderNumber,
    staff::Permission,
};
use utoipa::ToSchema;

use super::{
    board::{
        Viewer,
        attendance::{RequestedAttendance, attendance_problem},
        booking::BookingAnswer,
        not_found,
        notes::{NoteAbout, requested_note},
        order_number, venue_id,
    },
    money::{
        payments::{ClerkTender, take_problem},
        shifts::MOST_PAISE,
    },
    short_text::short_text,
};
use crate::{
    extract::{DeskBody, Path, Staff, read_body::FACTS_LIMIT},
    state::ApiState,
    wire::{
        answer::Answer,
        api_error::ApiError,
        problem::{CountSince, Problem, ProblemBody, ProblemKind},
    },
};

/// The facts of one person, in the order in which they happened.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SyncRequest {
    /// The id of the member of staff who wrote them down, who must be the caller.
    #[schema(example = "481920375641")]
    pub staff: String,
    /// The facts, at most 100.
    pub facts: Vec<FactRequest>,
}

/// Something that a clerk wrote down without a network.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FactRequest {
    /// A UUID that the device generated when it was written down. The same fact with the same id again changes nothing and answers the
    /// same.
    #[schema(example = "3f2504e0-4f89-41d3-9a0c-0305e82c3301")]
    pub id: String,
    /// When it happened by the device's clock, ISO 8601 UTC; by the server's clock at most 36 hours ago.
    #[schema(format = DateTime, example = "2026-11-22T12:54:00Z")]
    pub at: String,
    /// The server's clock minus the device's, milliseconds, as the device measured it last.
    #[schema(example = -600_000)]
    pub offset_ms: i64,
    /// The event that was written down.
    pub what: FactRequestKind,
}

/// An event that a clerk wrote down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FactRequestKind {
    /// The players of a booking came or did not come, or the recorded attendance is removed. Needs `attendance.mark`.
    Attendance {
        /// The order's number.
        #[schema(example = "4820193756")]
        order: String,
        /// The attendance to be recorded.
        state: RequestedAttendance,
    },
    /// A pass was shown whose signature the device verified, and its players were let in. Needs `attendance.mark`.
    Scan {
        /// The text of the pass's QR code.
        pass: String,
    },
    /// Money was taken for the amount that was due as far as the device knew. Needs `payment.take`.
    Payment(FactPayment),
    /// A clerk decided about a payment that was refused. Needs `payment.take`.
    Decision {
        /// The payment as it was written down.
        payment: FactPayment,
        /// The fact of the payment. Without it, the server does not look whether the drawer was counted since.
        #[serde(default)]
        taken: Option<FactTaken>,
        /// The reason of the refusal: the code of the answer.
        #[schema(example = "nothing_due")]
        refusal: String,
        /// The decision of the clerk.
        decision: RequestedDecision,
        /// A note, at most 200 characters.
        #[serde(default)]
        note: Option<String>,
    },
    /// Something was noted about a player or a game. It is added to what others noted meanwhile. Needs `player.note`.
    Note {
        /// The order's number.
        #[schema(example = "4820193756")]
        order: String,
        /// Whether the note is about the player or about this game.
        about: NoteAbout,
        /// The text: plain, one line, at most 300 characters.
        #[schema(example = "Brings their own net")]
        text: String,
    },
}

/// The fact of a payment that was refused.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FactTaken {
    /// The id under which it was sent.
    #[schema(example = "3f2504e0-4f89-41d3-9a0c-0305e82c3301")]
    id: String,
    /// When the money was taken by the device's clock, ISO 8601 UTC. A time more than five minutes before the booking was made or in the
    /// future is not relied on.
    #[schema(format = DateTime, example = "2026-11-22T12:54:00Z")]
    at: String,
    /// The server's clock minus the device's, milliseconds, as the device had measured it then.
    #[schema(example = -600_000)]
    offset_ms: i64,
}

/// Money that was taken without a network.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FactPayment {
    /// The order's number.
    #[schema(example = "4820193756")]
    order: String,
    /// The tender by which it was taken.
    tender: ClerkTender,
    /// What it pays of the amount that was due as far as the device knew, 1 to 1,000,000,000 paise. In cash, its whole rupees were taken.
    #[schema(example = 85_000)]
    amount_paise: i64,
    /// The reference of the UPI payment, of the card machine or of the bank transfer, at most 200 characters.
    #[serde(default)]
    reference: Option<String>,
    /// Whether cash may go into the present shift although the drawer was counted after it was taken.
    #[serde(default)]
    in_later_shift: bool,
    /// The present drawer as the clerk was shown it: `drawer` of the answer by which the fact was refused. If the drawer was counted after
    /// that, the answer is `counted_again`. Only together with `in_later_shift`, in a decision only with the decision `kept`; without it,
    /// the server does not look whether the drawer was counted again.
    #[serde(default)]
    #[schema(example = "14")]
    drawer: Option<String>,
    /// Whether cash was in the drawer when that was counted after it was taken: the difference of that count has it, and nothing is
    /// added to the present drawer. Not together with `in_later_shift`.
    #[serde(default)]
    in_count: bool,
    /// The count that had the cash: an `id` of `counts` in the answer `counted_since`. Only together with `in_count`, in a decision only
    /// with the decision `in_count`; without it, the first count after the cash was taken.
    #[serde(default)]
    #[schema(example = "13")]
    count: Option<String>,
    /// A note of the clerk who was asked where the cash is, at most 200 characters. Ignored in a decision, which has a note of its own.
    #[serde(default)]
    note: Option<String>,
}

/// The decision about money that is not a payment of a booking.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestedDecision {
    /// It was given back to the payer.
    GivenBack,
    /// It stays at the desk: cash becomes a correction in the list of the drawer.
    Kept,
    /// It was cash in the drawer when that was counted: the difference of that count has it, and nothing is added to the present drawer.
    /// Needs `taken`. The payment names the count with `in_count` and `count`; if it does not, it is the first one after the cash was
    /// taken.
    InCount,
    /// No money was taken.
    NotTaken,
}

/// The results of the facts, in their order.
#[derive(Debug, Serialize, ToSchema)]
pub struct SyncAnswer {
    /// An answer for each fact.
    pub answers: Vec<FactAnswer>,
    /// The server's clock, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub now: String,
}

/// The result of a fact.
#[derive(Debug, Serialize, ToSchema)]
pub struct FactAnswer {
    /// The id of the fact.
    pub id: String,
    /// The outcome of the fact.
    pub outcome: FactAnswerOutcome,
    /// The reason of the refusal; null if the fact was not refused. Its `current`, if it has one, is the booking as it is now.
    #[schema(required)]
    pub problem: Option<ProblemBody>,
    /// The number of the receipt of a payment; null if the fact recorded none.
    #[schema(required, example = "D1/26-27/000123")]
    pub receipt: Option<String>,
    /// The booking as it is now, or the one in its place if its court was closed; null if the fact was refused.
    #[schema(required)]
    pub booking: Option<BookingAnswer>,
}

/// The outcome of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactAnswerOutcome {
    /// The fact was recorded.
    Done,
    /// The same was recorded before, but not by this fact.
    AlreadyDone,
    /// The fact was refused; nothing was changed.
    Refused,
}

/// Records what a desk wrote down without a network, each fact in a unit of work of its own. A refused fact stops
/// none of the others. If the server fails in between, the same list again does what is left and answers for all.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/sync", operation_id = "sync_facts", tag = "board",
    security(("session" = [])), request_body = SyncRequest,
    params(("venue" = i64, Path, description = "The number of the venue where it happened.")),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "What became of each fact.", body = SyncAnswer)))]
pub(crate) async fn sync(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<SyncRequest, FACTS_LIMIT>,
) -> Result<Answer<SyncAnswer>, Problem> {
    let venue = venue_id(&venue)?;
    actor.check_at(venue, Permission::BoardRead, api.app.clock.now())?;
    if request.staff != actor.id().to_string() {
        return Err(Problem::of(ProblemKind::OtherPerson));
    }
    if request.facts.len() > MOST_FACTS {
        return Err(Problem::of(ProblemKind::TooManyFacts));
    }
    // Read before the first change: if it fails, nothing was changed.
    let viewer = Viewer::of(&api.app, &actor).await?;
    let mut answers = Vec::with_capacity(request.facts.len());
    for fact in request.facts {
        let id = fact.id.clone();
        let answer = match record(&api, &actor, venue, fact, &viewer).await {
            Ok(answer) => answer,
            Err(problem) if problem.is_of_server() => return Err(problem),
            Err(problem) => FactAnswer {
                id,
                outcome: FactAnswerOutcome::Refused,
                problem: Some(problem.into_body()),
                receipt: None,
                booking: None,
            },
        };
        answers.push(answer);
    }
    Ok(Answer(SyncAnswer { answers, now: api.app.clock.now().to_string() }))
}

async fn record(
    api: &ApiState,
    actor: &Actor,
    venue: VenueId,
    request: FactRequest,
    viewer: &Viewer,
) -> Result<FactAnswer, Problem> {
    let key: RequestKey =
        request.id.parse().map_err(|_| ApiError::malformed("The id of a fact must be a UUID."))?;
    let at: Timestamp = request.at.parse().map_err(|_| Problem::field("at", "time"))?;
    let time = DeviceTime { at, offset: SignedDuration::from_millis(request.offset_ms) };
    let fact = OfflineFact { time, kind: kind_of(request.what)? };
    let recorded = record_fact(&api.app, actor, venue, fact, key).await;
    let recorded = match recorded {
        Ok(recorded) => recorded,
        Err(error) => return Err(fact_problem(error, viewer).await),
    };
    Ok(FactAnswer {
        id: request.id,
        outcome: match recorded.outcome {
            FactOutcome::Done => FactAnswerOutcome::Done,
            FactOutcome::AlreadyDone => FactAnswerOutcome::AlreadyDone,
        },
        problem: None,
        receipt: recorded.receipt,
        booking: Some(BookingAnswer::of(recorded.details, viewer).await),
    })
}

fn kind_of(what: FactRequestKind) -> Result<FactKind, Problem> {
    Ok(match what {
        FactRequestKind::Attendance { order, state } => {
            FactKind::Attendance(order_number(&order)?, state.into())
        }
        FactRequestKind::Scan { pass } => FactKind::Scan(pass),
        FactRequestKind::Payment(mut payment) => {
            let note = short_text("note", payment.note.take())?.unwrap_or_default();
            FactKind::Payment(payment_of(payment)?, note)
        }
        FactRequestKind::Decision { payment, taken, refusal, decision, note } => {
            if payment.count.is_some() && !matches!(decision, RequestedDecision::InCount) {
                return Err(ApiError::malformed(COUNT_WITHOUT_CASH).into());
            }
            if payment.drawer.is_some() && !matches!(decision, RequestedDecision::Kept) {
                return Err(ApiError::malformed(DRAWER_WITHOUT_CASH).into());
            }
            FactKind::Decision(PaymentDecision {
                payment: payment_of(payment)?,
                taken: taken.map(taken_of).transpose()?,
                refusal: short_text("refusal", Some(refusal))?.unwrap_or_default(),
                decision: match decision {
                    RequestedDecision::GivenBack => Decision::GivenBack,
                    RequestedDecision::Kept => Decision::Kept,
                    RequestedDecision::InCount => Decision::InCount,
                    RequestedDecision::NotTaken => Decision::NotTaken,
                },
                note: short_text("note", note)?.unwrap_or_default(),
            })
        }
        FactRequestKind::Note { order, about, text } => {
            FactKind::Note(requested_note(order_number(&order)?, about, &text)?)
        }
    })
}

fn taken_of(taken: FactTaken) -> Result<TakenFact, Problem> {
    let id: RequestKey =
        taken.id.parse().map_err(|_| ApiError::malformed("The id of a payment must be a UUID."))?;
    let at: Timestamp = taken.at.parse().map_err(|_| Problem::field("taken.at", "time"))?;
    Ok(TakenFact { id, time: DeviceTime { at, offset: SignedDuration::from_millis(taken.offset_ms) } })
}

const COUNT_WITHOUT_CASH: &str = "A count is named only for cash that was in it.";
const DRAWER_WITHOUT_CASH: &str = "A drawer is named only for cash that is put into it.";

fn payment_of(payment: FactPayment) -> Result<OfflinePayment, Problem> {
    let order: OrderNumber = order_number(&payment.order)?;
    if payment.amount_paise <= 0 {
        return Err(Problem::field("amount_paise", "amount"));
    }
    // A payment is bounded by what is due, a decision by nothing else. Cash that stays is added to the drawer, and a sum that overflows
    // would keep the drawer from being used or counted.
    if payment.amount_paise > MOST_PAISE {
        return Err(Problem::field("amount_paise", "range"));
    }
    let cash = place_of(&payment)?;
    Ok(OfflinePayment {
        order,
        tender: payment.tender.into(),
        amount: Money::from_paise(payment.amount_paise),
        reference: short_text("reference", payment.reference)?,
        cash,
    })
}

fn place_of(payment: &FactPayment) -> Result<CashPlace, Problem> {
    let FactPayment { in_later_shift, in_count, .. } = *payment;
    if in_later_shift && in_count {
        return Err(ApiError::malformed("Cash is in the present drawer or was in a count.").into());
    }
    if payment.count.is_some() && !in_count {
        return Err(ApiError::malformed(COUNT_WITHOUT_CASH).into());
    }
    if payment.drawer.is_some() && !in_later_shift {
        return Err(ApiError::malformed(DRAWER_WITHOUT_CASH).into());
    }
    let shift = |field: &'static str, id: &Option<String>| -> Result<Option<ShiftId>, Problem> {
        id.as_ref().map(|id| id.parse().map_err(|_| Problem::field(field, "unknown"))).transpose()
    };
    Ok(if in_count {
        CashPlace::InCount(shift("count", &payment.count)?)
    } else if in_later_shift {
        CashPlace::PresentDrawer(shift("drawer", &payment.drawer)?)
    } else {
        CashPlace::Unknown
    })
}

/// Adds the present drawer, the counts that may have the cash, and for pages of an earlier version the time of the first one.
fn with_counts(problem: Problem, since: CountsSince, viewer: &Viewer) -> Problem {
    let CountsSince { counts, has_more, drawer } = since;
    let problem = match counts.first() {
        Some(first) => problem.with_param("at", first.at.to_string()),
        None => problem,
    };
    let offered = counts.into_iter().map(|count| CountSince {
        id: count.begun.to_string(),
        at: count.at.to_string(),
        by: count.by.and_then(|by| viewer.names.get(&by).cloned()),
    });
    problem.with_counts(offered.collect(), has_more).with_drawer(drawer)
}

/// The problem of a refused fact, with the booking as it is now if the refusal has it.
async fn fact_problem(error: FactError, viewer: &Viewer) -> Problem {
    match error {
        FactError::TooOld(_) => Problem::of(ProblemKind::FactTooOld),
        FactError::NoSuchBooking => not_found(),
        FactError::Pass(_) => Problem::of(ProblemKind::PassWrong),
        FactError::PassUnknown => Problem::of(ProblemKind::PassUnknown),
        FactError::PassOfOtherVenue(venue) => {
            Problem::of(ProblemKind::PassOtherVenue).with_param("venue", venue)
        }
        FactError::NotAdmitted(outcome, current) => {
            let kind = match outcome {
                CheckIn::WrongDay => ProblemKind::PassOtherDay,
                CheckIn::TooEarly => ProblemKind::TooEarly,
                CheckIn::Cancelled => ProblemKind::BookingCancelled,
                CheckIn::DayClosed => ProblemKind::DayClosed,
                _ => ProblemKind::WrongState,
            };
            Problem::of(kind).with_current(BookingAnswer::of(*current, viewer).await)
        }
        FactError::Attendance(MarkAttendanceError::Store(error)) => error.into(),
        FactError::Attendance(error) => attendance_problem(error, viewer).await,
        FactError::Cancelled(current) => {
            Problem::of(ProblemKind::BookingCancelled).with_current(BookingAnswer::of(*current, viewer).await)
        }
        FactError::Paid(current) => {
            Problem::of(ProblemKind::NothingDue).with_current(BookingAnswer::of(*current, viewer).await)
        }
        FactError::CountedSince(since, current) => {
            let problem = Problem::of(ProblemKind::CountedSince);
            with_counts(problem, since, viewer).with_current(BookingAnswer::of(*current, viewer).await)
        }
        FactError::CountUnknown(since, current) => {
            let problem = Problem::of(ProblemKind::CountUnknown);
            with_counts(problem, since, viewer).with_current(BookingAnswer::of(*current, viewer).await)
        }
        FactError::CountedAgain(since, current) => {
            let problem = Problem::of(ProblemKind::CountedAgain);
            with_counts(problem, since, viewer).with_current(BookingAnswer::of(*current, viewer).await)
        }
        FactError::NotCountedSince => Problem::of(ProblemKind::NotCountedSince),
        FactError::ClockWrong(drawer) => Problem::of(ProblemKind::DeviceClockWrong).with_drawer(Some(drawer)),
        FactError::DecidedBefore(outcome) => {
            Problem::of(ProblemKind::DecidedBefore).with_param("outcome", outcome.name())
        }
        FactError::Payment(error) => take_problem(error, viewer).await,
        FactError::TooManyNotes => Problem::of(ProblemKind::TooManyNotes),
        FactError::Erased => Problem::of(ProblemKind::PlayerErased),
        FactError::Refused(refused) => refused.into(),
        FactError::Store(error) => error.into(),
    }
}
