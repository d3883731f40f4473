//! `GET /api/desk/venues/{venue}/days/{day}` and `POST …/close`: the end of a venue's day.

use axum::{Json, extract::State};
use http::StatusCode;
use jiff::civil::Date;
use serde::Serialize;
use sideout_app::{
    desk::day::{
        DeskBooking,
        close_day::{CloseDayError, close_day},
        facts::{DayFacts, Flow},
        open_items::OpenItems,
        read_day::{Closed, DayEnd, read_day},
    },
    desk::money::read_money::ListedPayment,
};
use sideout_domain::{VenueId, drawer::Shift, order::OrderStatus};
use utoipa::ToSchema;

use super::takings::{MoneyForAnswer, WaySum, money_for};
use crate::{
    extract::{IdempotencyKey, Path, Staff},
    routes::desk::board::{
        AttendanceState, StaffNames, Viewer, booking::PaymentWay, day_of, not_found, venue_id,
    },
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// A venue's day at its end.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DayEnd)]
pub struct DayEndAnswer {
    /// The day.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The instant from which it can be closed, ISO 8601 UTC: its last start has passed, or the day itself if the venue is closed then,
    /// and its last game has ended.
    #[schema(format = DateTime)]
    pub over_at: String,
    /// When it closes by itself if staff do not close it before, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub closes_itself_at: String,
    /// Whether the caller may close it although something is open.
    #[schema(example = false)]
    pub may_leave_open: bool,
    /// What is still to be done; empty once the day is closed.
    pub open: OpenItemsAnswer,
    /// How it was closed; null while it is open.
    #[schema(required)]
    pub closed: Option<ClosedDayAnswer>,
    /// The day's figures; null for a caller who counts the drawer and must not know what has to be in it, unless they
    /// closed the day.
    #[schema(required)]
    pub figures: Option<DayFiguresAnswer>,
    /// The day's games, those that were cancelled left out, by court and start.
    pub games: Vec<DayGame>,
}

/// What is still to be done before a day is closed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenItems)]
pub struct OpenItemsAnswer {
    /// The games that have begun without recorded attendance, the earliest first.
    pub unmarked: Vec<DayGame>,
    /// Games that have begun, were not missed as far as is recorded, and are not paid, the earliest first.
    pub due: Vec<DayGame>,
    /// Payments to the venue's own UPI account that were not found in the bank's list yet, the oldest first.
    pub to_match: Vec<UpiToMatch>,
    /// The open shift that a member of staff keeps, whose drawer is still to be counted; null if there is none.
    #[schema(required)]
    pub shift: Option<UncountedShift>,
}

/// A game of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct DayGame {
    /// The order's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The booking's version.
    #[schema(example = 2)]
    pub version: i64,
    /// The name of the person who comes.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The last four digits of the number; null for a guest without one, and once the player's data were erased.
    #[schema(required, example = "1736")]
    pub phone_tail: Option<String>,
    /// The court.
    #[schema(example = "Court 3")]
    pub court: String,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// The outcome of the game, if it is decided.
    pub outcome: GameOutcome,
    /// The recorded attendance; null if none was recorded.
    #[schema(required)]
    pub attendance: Option<AttendanceState>,
    /// The amount that the booking still owes, paise.
    #[schema(example = 85_000)]
    pub due_paise: i64,
}

/// The outcome of a game.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameOutcome {
    /// The day of the game is not closed.
    Open,
    /// The game was played.
    Played,
    /// The players did not come.
    Missed,
}

/// A payment to the venue's own UPI account.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpiToMatch {
    /// The payment's number.
    #[schema(example = "4711")]
    pub payment: String,
    /// When it was taken, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// The amount, paise.
    #[schema(example = 85_000)]
    pub received_paise: i64,
    /// The reference of the payment that the clerk noted; null if none was noted.
    #[schema(required, example = "4417")]
    pub reference: Option<String>,
    /// The first booking that it pays.
    pub paid_for: MoneyForAnswer,
}

/// A shift whose drawer was not counted.
#[derive(Debug, Serialize, ToSchema)]
pub struct UncountedShift {
    /// The shift's number.
    #[schema(example = "4711")]
    pub id: String,
    /// The member of staff who keeps the drawer.
    #[schema(required, example = "Kiran Joshi")]
    pub kept_by: Option<String>,
    /// When the shift began, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub opened_at: String,
}

/// The closing of a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClosedDay)]
pub struct ClosedDayAnswer {
    /// When the day was closed, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// Who closed it; null if it closed by itself.
    #[schema(required, example = "Nisha Trivedi")]
    pub by: Option<String>,
    /// The characters of the day's digest that the message contains.
    #[schema(example = "K7Q4")]
    pub check: String,
    /// The message for the owner, five lines of text; null for a caller who may not see the figures.
    #[schema(required)]
    pub message: Option<String>,
}

/// The figures of a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DayFigures)]
pub struct DayFiguresAnswer {
    /// Minutes of court time that were sold.
    #[schema(example = 5_520)]
    pub sold_minutes: i64,
    /// Minutes of court time within the opening hours, also without a price, less closed hours; and what was sold outside of them.
    #[schema(example = 11_220)]
    pub open_minutes: i64,
    /// The number of games.
    #[schema(example = 92)]
    pub games: i64,
    /// The number of games that were missed.
    #[schema(example = 2)]
    pub no_shows: i64,
    /// The number of games that have begun without recorded attendance.
    #[schema(example = 0)]
    pub unmarked: i64,
    /// What came in and went back by each way of payment since the report of the day before, or since midnight if that day is not closed;
    /// ways without money are left out.
    pub ways: Vec<WaySum>,
    /// What was counted in the drawer less what had to be there, paise; null if every count was exact, or there was none.
    #[schema(required, example = -5_000)]
    pub difference_paise: Option<i64>,
    /// What is due for games that have begun and were not missed as far as is recorded, paise.
    #[schema(example = 200_000)]
    pub unpaid_paise: i64,
    /// The number of payments to the venue's own UPI account that were not found in the bank's list.
    #[schema(example = 2)]
    pub to_match: i64,
}

/// Shows the end of a venue's day: what is still open, whether it is closed, and its report.
#[utoipa::path(get, path = "/api/desk/venues/{venue}/days/{day}", operation_id = "day_end", tag = "money",
    security(("session" = [])),
    params(("venue" = i64, Path, description = "The venue's number."),
        ("day" = String, Path, description = "The day, YYYY-MM-DD.")),
    extensions(("x-permission" = json!("day.close"))),
    responses((status = 200, description = "The end of the day.", body = DayEndAnswer)))]
pub(crate) async fn day_end(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path((venue, day)): Path<(String, String)>,
) -> Result<Json<DayEndAnswer>, Problem> {
    let (venue, day) = (venue_id(&venue)?, day_of(&day)?);
    let viewer = Viewer::of(&api.app, &actor).await?;
    let end = read_day(&api.app, &actor, venue, day).await;
    Ok(Json(answer(end.map_err(|error| day_problem(error, &viewer))?, &viewer)))
}

/// Closes a venue's day: who came becomes the status of its bookings, once, and the report is written. It cannot be undone.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/days/{day}/close", operation_id = "close_day", tag = "money",
    security(("session" = [])),
    params(("venue" = i64, Path, description = "The venue's number."),
        ("day" = String, Path, description = "The day, YYYY-MM-DD."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("day.close"))),
    responses((status = 204, description = "Closed.")))]
pub(crate) async fn close(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path((venue, day)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let (venue, day): (VenueId, Date) = (venue_id(&venue)?, day_of(&day)?);
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    close_day(&api.app, &actor, venue, day, key).await.map_err(|error| day_problem(error, &viewer))?;
    Ok(StatusCode::NO_CONTENT)
}

fn day_problem(error: CloseDayError, viewer: &Viewer) -> Problem {
    match error {
        CloseDayError::NoSuchVenue => not_found(),
        CloseDayError::NotOver(at) => Problem::of(ProblemKind::DayNotOver).with_param("at", at.to_string()),
        CloseDayError::AlreadyClosed => Problem::of(ProblemKind::DayClosedBefore),
        CloseDayError::EarlierOpen(day) => {
            Problem::of(ProblemKind::EarlierDayOpen).with_param("day", day.to_string())
        }
        CloseDayError::StillOpen(items) => {
            Problem::of(ProblemKind::DayStillOpen).with_current(open_items(&items, viewer))
        }
        CloseDayError::Refused(refused) => refused.into(),
        CloseDayError::Store(error) => error.into(),
    }
}

fn answer(end: DayEnd, viewer: &Viewer) -> DayEndAnswer {
    DayEndAnswer {
        day: end.day.to_string(),
        over_at: end.over_at.to_string(),
        closes_itself_at: end.closes_itself_at.to_string(),
        may_leave_open: end.may_leave_open,
        open: open_items(&end.open, viewer),
        closed: end.closed.map(|closed| closed_answer(closed, &viewer.names)),
        figures: end.figures.as_ref().map(figures),
        games: end.games.iter().map(game).collect(),
    }
}

fn open_items(items: &OpenItems, viewer: &Viewer) -> OpenItemsAnswer {
    OpenItemsAnswer {
        unmarked: items.unmarked.iter().map(game).collect(),
        due: items.due.iter().map(game).collect(),
        to_match: items.to_match.iter().map(to_match).collect(),
        shift: items.shift.as_ref().map(|shift| uncounted(shift, &viewer.names)),
    }
}

fn game(booking: &DeskBooking) -> DayGame {
    DayGame {
        order: booking.number.to_string(),
        version: booking.version,
        name: booking.name.clone(),
        phone_tail: booking.phone.as_ref().map(|phone| phone.last_four().to_owned()),
        court: booking.court_name.clone(),
        minute: booking.start.minute(),
        outcome: match booking.status {
            OrderStatus::Completed => GameOutcome::Played,
            OrderStatus::NoShow => GameOutcome::Missed,
            _ => GameOutcome::Open,
        },
        attendance: booking.attendance.map(Into::into),
        due_paise: booking.amounts.due_at_desk(booking.status).paise(),
    }
}

fn to_match(listed: &ListedPayment) -> UpiToMatch {
    UpiToMatch {
        payment: listed.payment.id.to_string(),
        at: listed.payment.taken_at.to_string(),
        received_paise: listed.payment.received().paise(),
        reference: listed.payment.reference.clone(),
        paid_for: money_for(&listed.paid_for),
    }
}

fn uncounted(shift: &Shift, names: &StaffNames) -> UncountedShift {
    UncountedShift {
        id: shift.id.to_string(),
        kept_by: shift.kept_by.and_then(|staff| names.get(&staff).cloned()),
        opened_at: shift.opened_at.to_string(),
    }
}

fn closed_answer(closed: Closed, names: &StaffNames) -> ClosedDayAnswer {
    ClosedDayAnswer {
        at: closed.at.to_string(),
        by: closed.by.and_then(|staff| names.get(&staff).cloned()),
        check: closed.check,
        message: closed.message,
    }
}

fn figures(facts: &DayFacts) -> DayFiguresAnswer {
    let money = &facts.money;
    let way = |(way, flow): (PaymentWay, Flow)| WaySum {
        way,
        taken_paise: flow.taken,
        returned_paise: flow.returned,
    };
    let ways = [
        (PaymentWay::Cash, money.cash),
        (PaymentWay::Upi, money.upi),
        (PaymentWay::Card, money.card),
        (PaymentWay::Bank, money.bank),
        (PaymentWay::Online, money.online),
    ];
    let differences = facts.differences.iter().map(|count| count.difference);
    DayFiguresAnswer {
        sold_minutes: facts.sold_minutes,
        open_minutes: facts.open_minutes,
        games: facts.games,
        no_shows: facts.no_shows,
        unmarked: facts.unmarked,
        ways: ways.into_iter().filter(|(_, flow)| *flow != Flow::default()).map(way).collect(),
        difference_paise: (!facts.differences.is_empty()).then(|| differences.sum()),
        unpaid_paise: facts.unpaid.iter().map(|unpaid| unpaid.due).sum(),
        to_match: facts.to_match,
    }
}
