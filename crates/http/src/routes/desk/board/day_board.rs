//! `GET /api/desk/venues/{venue}/board`: what a desk sees of a venue's day.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sideout_app::{
    App, StoreError,
    desk::board::{DeskBooking, DisplacedBooking, follow_board::followed_board, read_board::read_board},
    platform::board_feed::{Board, BoardUpdate},
    staff::list_staff_names,
};
use sideout_domain::{StaffId, VenueId, money::Money, staff::Permission};
use utoipa::{IntoParams, ToSchema};

use super::{AttendanceState, DeskPaymentMethod, StaffNames, day_of, not_found, venue_id};
use crate::{
    caches::{ReadBoard, WrittenBoard},
    extract::{Path, Query, Staff},
    platform::{CompressedVariants, etag::is_unchanged},
    routes::user::get_order_info::OrderStatus,
    state::ApiState,
    wire::{CourtType, answer::JSON, closure_choices::OfferState, problem::Problem},
};

/// The day, and the version of its board if an event announced one.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BoardRequest {
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[param(example = "2026-11-22")]
    pub day: String,
    /// The version that an event named. With it, the answer may be the board that was read for those who follow the day, at most
    /// half a second ago; without it, the board is read again.
    #[param(example = "a1b2c3d4e5f60718")]
    pub version: Option<String>,
}

/// A venue's day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Board)]
pub struct BoardAnswer {
    /// The venue's number.
    #[schema(example = 1)]
    pub venue: i64,
    /// The day.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// A hash of the content: the same for everybody who is signed in.
    #[schema(example = "a1b2c3d4e5f60718")]
    pub version: String,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-22T12:54:00Z", format = DateTime)]
    pub now: String,
    /// The board.
    #[serde(flatten)]
    pub content: BoardContent,
}

/// A board without its version and the time.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardContent {
    /// The length of a slot, in minutes.
    #[schema(example = 60)]
    pub slot_minutes: u16,
    /// Minutes of play in a slot.
    #[schema(example = 55)]
    pub play_minutes: u16,
    /// The courts by number: those that are offered, and those that are retired but have a booking on this day.
    pub courts: Vec<CourtRow>,
    /// The opening hours and every other start of a booking, hold or block of this day, the earliest first.
    pub starts: Vec<StartColumn>,
    /// A row for each court, a column for each start, paise; null if the hour is not for sale.
    pub prices_paise: Vec<Vec<Option<i64>>>,
    /// The bookings. One that is `cancel_requested` waits for its refund and does not keep its court.
    pub bookings: Vec<BookingBar>,
    /// Courts that players hold.
    pub holds: Vec<HoldBar>,
    /// Courts that clerks hold.
    pub desk_holds: Vec<DeskHoldBar>,
    /// Closed times; neighbouring slots of one closure are one bar.
    pub blocks: Vec<BlockBar>,
    /// Bookings that were cancelled.
    pub cancelled: Vec<CancelledBooking>,
    /// Bookings whose court was closed; they are in none of the other lists.
    pub displaced: Vec<DisplacedBar>,
}

/// A court of the board.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Court)]
pub struct CourtRow {
    /// The court's number in the system.
    #[schema(example = 23)]
    pub id: i64,
    /// The number painted on it.
    #[schema(example = 3)]
    pub number: u16,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub name: String,
    /// Outdoor or indoor.
    pub r#type: CourtType,
}

/// A start of the board.
#[derive(Debug, Serialize, ToSchema)]
pub struct StartColumn {
    /// Minutes of the venue's day.
    #[schema(example = 360)]
    pub minute: u16,
    /// The instant, ISO 8601 UTC.
    #[schema(example = "2026-11-22T00:30:00Z", format = DateTime)]
    pub at: String,
}

/// A booking on the board.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BoardBooking)]
pub struct BookingBar {
    /// The booking's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The number of the group that it was booked with; null for a booking without a group.
    #[schema(required, example = "881")]
    pub group: Option<String>,
    /// Whether the group is a weekly series.
    #[schema(example = false)]
    pub weekly: bool,
    /// The booking's court.
    #[schema(example = 23)]
    pub court: i64,
    /// The booking's start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// How long the court is taken, minutes.
    #[schema(example = 60)]
    pub minutes: u16,
    /// Minutes of play, as it was booked; those of the venue may have changed since.
    #[schema(example = 55)]
    pub play_minutes: u16,
    /// `confirmed`, `completed`, `no_show` or `cancel_requested`.
    pub status: OrderStatus,
    /// Whether the players came; null while it is not recorded.
    #[schema(required)]
    pub attendance: Option<AttendanceState>,
    /// When that was recorded, ISO 8601 UTC; null while it is not.
    #[schema(required, format = DateTime)]
    pub attendance_at: Option<String>,
    /// The name of the person who comes.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The last four digits of the player's phone; null for a guest without a number, and once the player's data were erased.
    #[schema(required, example = "1736")]
    pub phone_tail: Option<String>,
    /// What it costs, paise.
    #[schema(example = 100_000)]
    pub price_paise: i64,
    /// What the coupon takes off, paise.
    #[schema(example = 0)]
    pub discount_paise: i64,
    /// What was paid, paise.
    #[schema(example = 0)]
    pub paid_paise: i64,
    /// How much of that was given back or is owed to the player, paise.
    #[schema(example = 0)]
    pub returned_paise: i64,
    /// What is still to be paid, paise.
    #[schema(example = 100_000)]
    pub due_paise: i64,
    /// How the booking is paid.
    pub payment_method: DeskPaymentMethod,
    /// Whether it is the first game of a player with a phone number.
    #[schema(example = false)]
    pub first_visit: bool,
    /// How many notes are shown with it: of the player, and of this game.
    #[schema(example = 1)]
    pub notes: i64,
    /// The version, for `If-Match`; a higher one is newer.
    #[schema(example = 7)]
    pub version: i64,
}

/// A court that a player holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct HoldBar {
    /// The court.
    #[schema(example = 22)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// How long the court is taken, minutes.
    #[schema(example = 60)]
    pub minutes: i64,
    /// When the player began to hold the court, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub since: String,
    /// Until when the court is held, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub until: String,
    /// Whether the player was asked to pay online.
    #[schema(example = true)]
    pub paying: bool,
}

/// A court that a clerk keeps while booking it.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskHoldBar {
    /// The hold's number.
    #[schema(example = "77")]
    pub id: String,
    /// The court.
    #[schema(example = 26)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1260)]
    pub minute: u16,
    /// How long the court is taken, minutes.
    #[schema(example = 60)]
    pub minutes: i64,
    /// Until when the court is held, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub until: String,
    /// The clerk's name; `Desk` if it is not known which member of staff holds it.
    #[schema(example = "Kiran Joshi")]
    pub by: String,
    /// Whether the person who is signed in holds it.
    #[schema(example = false)]
    pub mine: bool,
}

/// A closed time.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockBar {
    /// The number of the closure, which may have several bars.
    #[schema(example = "5")]
    pub id: String,
    /// The court.
    #[schema(example = 24)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 900)]
    pub minute: u16,
    /// How long the court is closed, minutes.
    #[schema(example = 180)]
    pub minutes: i64,
    /// Why the court is closed.
    #[schema(example = "Net repair")]
    pub reason: String,
}

/// A booking that was here and was cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancelledBooking {
    /// The booking's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1020)]
    pub minute: u16,
    /// The name of the person who would have come.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// When it was cancelled, ISO 8601 UTC; null if that was not recorded.
    #[schema(required, format = DateTime)]
    pub at: Option<String>,
}

/// A booking whose court was closed, and what its player chose.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DisplacedBooking)]
pub struct DisplacedBar {
    /// The booking's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// How long the court was taken, minutes.
    #[schema(example = 60)]
    pub minutes: u16,
    /// The name of the person who would have come.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The state of the offer; null if nothing was offered.
    #[schema(required)]
    pub offer: Option<OfferState>,
    /// Whether staff called the player.
    #[schema(example = false)]
    pub called: bool,
    /// Whether money went back to the player, or will: something was paid, and not all of it is kept or counts for another booking.
    /// False while the offer is open.
    #[schema(example = true)]
    pub goes_back: bool,
    /// Where and when it takes place instead; null if it does not, also if its player or the desk cancelled the booking in its place.
    #[schema(required)]
    pub new: Option<NewPlace>,
}

/// Where and when a game takes place instead.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewPlace {
    /// The number of the booking.
    #[schema(example = "4071553902")]
    pub order: String,
    /// The venue's name; null if it is the same.
    #[schema(required, example = "Riverside Arena")]
    pub venue_name: Option<String>,
    /// The court's name.
    #[schema(example = "Court 11")]
    pub court_name: String,
    /// The day.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of that day.
    #[schema(example = 1200)]
    pub minute: u16,
}

/// Shows a venue's day. The status is 304 if `If-None-Match` has the current entity tag.
#[utoipa::path(get, path = "/api/desk/venues/{venue}/board", operation_id = "board", tag = "board",
    security(("session" = [])), params(("venue" = i64, Path, description = "The venue's number."), BoardRequest),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "The board; its `ETag` is for the person who is signed in.", body = BoardAnswer),
        (status = 304, description = "Nothing has changed.")))]
pub(crate) async fn board(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
    Query(request): Query<BoardRequest>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (venue, day) = (venue_id(&venue)?, day_of(&request.day)?);
    let came_at = api.app.clock.now();
    actor.check_at(venue, Permission::BoardRead, came_at)?;
    // A caller who names a version follows the day; the board need not be newer than what followers were told. If this node has
    // announced another version, the event may be of another node and not have come here: then only a board that was read since counts.
    let followed = match &request.version {
        Some(named) => followed_board(&api.app, venue, day)
            .await?
            .filter(|update| update.version(version) == named || update.read_at() >= came_at),
        None => None,
    };
    let read = match followed {
        Some(update) => api.board_reads.get_announced(&update, with_names(&api.app, &update)).await?,
        None => {
            let read = api.board_reads.get(venue, day, read_named_board(&api.app, venue, day)).await?;
            read.ok_or_else(not_found)?
        }
    };
    let WrittenBoard { version, body, compressed, .. } =
        read.written(actor.id(), |viewer| write(&read, viewer));
    let tag = format!("\"{version}-{}\"", actor.id());
    let etag = HeaderValue::from_str(&tag).unwrap_or_else(|_| HeaderValue::from_static("\"\""));
    if is_unchanged(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response());
    }
    let headers = [(header::CONTENT_TYPE, JSON), (header::ETAG, etag)];
    Ok((headers, Extension(compressed), body).into_response())
}

/// The board with the names of the staff, if it has desk holds.
async fn read_named_board(app: &App, venue: VenueId, day: Date) -> Result<Option<ReadBoard>, StoreError> {
    let Some(board) = read_board(app, venue, day).await? else { return Ok(None) };
    let names = names_on(app, &board).await?;
    Ok(Some(ReadBoard::new(board, names, app.clock.now())))
}

async fn with_names(app: &App, update: &BoardUpdate) -> Result<ReadBoard, StoreError> {
    let names = names_on(app, &update.board).await?;
    Ok(ReadBoard::new(update.board.clone(), names, update.read_at()))
}

async fn names_on(app: &App, board: &Board) -> Result<StaffNames, StoreError> {
    if board.desk_holds.is_empty() {
        return Ok(StaffNames::new());
    }
    list_staff_names(app).await
}

/// The body for `viewer`, the member of staff who is signed in; `None`: for all of them.
fn write(read: &ReadBoard, viewer: Option<StaffId>) -> WrittenBoard {
    let answer = BoardAnswer::of(read, viewer);
    // A board can always be serialized.
    let body = serde_json::to_vec(&answer).unwrap_or_default().into();
    WrittenBoard { viewer, version: answer.version, body, compressed: CompressedVariants::default() }
}

/// The version of a board: a hash over its content as it is written. The names of clerks and whose desk holds are the
/// caller's own are not part of it.
pub(super) fn version(board: &Board) -> String {
    BoardContent::of(board).version()
}

impl BoardAnswer {
    fn of(read: &ReadBoard, viewer: Option<StaffId>) -> Self {
        let board = &read.board;
        let mut content = BoardContent::of(board);
        let version = content.version();
        for (bar, hold) in content.desk_holds.iter_mut().zip(&board.desk_holds) {
            if let Some(name) = hold.staff.and_then(|staff| read.names.get(&staff)) {
                bar.by.clone_from(name);
            }
            bar.mine = hold.staff.is_some() && hold.staff == viewer;
        }
        BoardAnswer {
            venue: board.venue.0,
            day: board.day.to_string(),
            version,
            now: read.at.to_string(),
            content,
        }
    }
}

impl BoardContent {
    /// The content without what depends on the person who is signed in.
    fn of(board: &Board) -> Self {
        let courts = board.courts.iter().map(|court| CourtRow {
            id: court.id.0,
            number: court.number,
            name: court.name.clone(),
            r#type: court.court_type.into(),
        });
        let starts =
            board.starts.iter().map(|(start, at)| StartColumn { minute: start.minute(), at: at.to_string() });
        let prices = |row: &Vec<Option<Money>>| row.iter().map(|price| price.map(Money::paise)).collect();
        let holds = board.holds.iter().map(|hold| HoldBar {
            court: hold.time.slot.court.0,
            minute: hold.start.minute(),
            minutes: minutes(hold.time.slot.starts_at, hold.time.ends_at),
            since: hold.since.to_string(),
            until: hold.until.to_string(),
            paying: hold.is_paying,
        });
        let desk_holds = board.desk_holds.iter().map(|hold| DeskHoldBar {
            id: hold.id.to_string(),
            court: hold.time.slot.court.0,
            minute: hold.start.minute(),
            minutes: minutes(hold.time.slot.starts_at, hold.time.ends_at),
            until: hold.until.to_string(),
            by: "Desk".to_owned(),
            mine: false,
        });
        let blocks = board.blocks.iter().map(|block| BlockBar {
            id: block.id.to_string(),
            court: block.time.slot.court.0,
            minute: block.start.minute(),
            minutes: minutes(block.time.slot.starts_at, block.time.ends_at),
            reason: block.reason.clone(),
        });
        let cancelled = board.cancelled.iter().map(|booking| CancelledBooking {
            order: booking.number.to_string(),
            court: booking.time.slot.court.0,
            minute: booking.start.minute(),
            name: booking.name.clone(),
            at: booking.cancelled_at.map(|at| at.to_string()),
        });
        BoardContent {
            slot_minutes: board.slot_minutes,
            play_minutes: board.play_minutes,
            courts: courts.collect(),
            starts: starts.collect(),
            prices_paise: board.prices.iter().map(prices).collect(),
            bookings: board.bookings.iter().map(BookingBar::of).collect(),
            holds: holds.collect(),
            desk_holds: desk_holds.collect(),
            blocks: blocks.collect(),
            cancelled: cancelled.collect(),
            displaced: board.displaced.iter().map(|was| DisplacedBar::of(was, board.venue)).collect(),
        }
    }

    fn version(&self) -> String {
        let written = serde_json::to_vec(self).unwrap_or_default();
        Sha256::digest(written).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl DisplacedBar {
    fn of(was: &DisplacedBooking, venue: VenueId) -> Self {
        DisplacedBar {
            order: was.number.to_string(),
            court: was.court.0,
            minute: was.start.minute(),
            minutes: was.slot_minutes,
            name: was.name.clone(),
            offer: was.offer.map(OfferState::from),
            called: was.called_at.is_some(),
            goes_back: was.goes_back,
            new: was.new.as_ref().map(|new| NewPlace {
                order: new.number.to_string(),
                venue_name: (new.venue != venue).then(|| new.venue_name.clone()),
                court_name: new.court_name.clone(),
                day: new.day.to_string(),
                minute: new.start.minute(),
            }),
        }
    }
}

impl BookingBar {
    fn of(booking: &DeskBooking) -> Self {
        let amounts = booking.amounts;
        BookingBar {
            order: booking.number.to_string(),
            group: booking.group.map(|group| group.to_string()),
            weekly: booking.is_weekly,
            court: booking.time.slot.court.0,
            minute: booking.start.minute(),
            minutes: booking.slot_minutes,
            play_minutes: booking.play_minutes,
            status: booking.status.into(),
            attendance: booking.attendance.map(AttendanceState::from),
            attendance_at: booking.attendance_at.map(|at| at.to_string()),
            name: booking.name.clone(),
            phone_tail: booking.phone.as_ref().map(|phone| phone.last_four().to_owned()),
            price_paise: amounts.price.paise(),
            discount_paise: amounts.discount.paise(),
            paid_paise: amounts.paid.paise(),
            returned_paise: amounts.returned.paise(),
            due_paise: amounts.due_at_desk(booking.status).paise(),
            payment_method: booking.payment_method.map_or(DeskPaymentMethod::Court, Into::into),
            first_visit: booking.is_first_visit,
            notes: booking.notes,
            version: booking.version,
        }
    }
}

fn minutes(from: Timestamp, until: Timestamp) -> i64 {
    until.duration_since(from).as_mins()
}
