//! `GET /api/desk/venues/{venue}/board`: what a desk sees of a venue's day.

use axum::{
    extract::{Path, State},
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sideout_app::{
    App,
    desk::board::{DeskBooking, read_board::read_board},
    platform::board_feed::Board,
};
use sideout_domain::{StaffId, VenueId, money::Money};
use utoipa::{IntoParams, ToSchema};

use super::{
    AttendanceState, DeskPaymentMethod, StaffNames, day_of, failure::BoardFailure, venue_id, wire::phone_tail,
};
use crate::{
    extract::Params,
    platform::etag::is_unchanged,
    routes::user::get_order_info::OrderStatus,
    state::ApiState,
    wire::{CourtType, answer::JSON},
};

/// Which day.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BoardRequest {
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[param(example = "2026-11-22")]
    pub day: String,
}

/// A venue's day.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardAnswer {
    /// The venue's number.
    #[schema(example = 1)]
    pub venue: i64,
    /// The day.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// Names the content: equal for equal content, whoever reads it; another one after each change.
    #[schema(example = "a1b2c3d4e5f60718")]
    pub version: String,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-22T12:54:00Z", format = DateTime)]
    pub now: String,
    /// The board.
    #[serde(flatten)]
    pub content: BoardContent,
}

/// All of a board but its version and the time.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardContent {
    /// Minutes from one start to the next.
    #[schema(example = 60)]
    pub slot_minutes: u16,
    /// Minutes of play in a slot.
    #[schema(example = 55)]
    pub play_minutes: u16,
    /// The courts by number: those that are offered, and those that are gone but have a booking on this day.
    pub courts: Vec<CourtRow>,
    /// The opening hours and every other start that has something on it, earliest first.
    pub starts: Vec<StartColumn>,
    /// A row for each court, a column for each start, paise; null if the hour is not for sale.
    pub prices_paise: Vec<Vec<Option<i64>>>,
    /// The bookings. One that is `cancel_requested` waits for its refund and does not keep its court.
    pub bookings: Vec<BookingBar>,
    /// Courts that players hold.
    pub holds: Vec<HoldBar>,
    /// Courts that clerks hold.
    pub desk_holds: Vec<DeskHoldBar>,
    /// Closed times; neighbouring slots of one closure are one.
    pub blocks: Vec<BlockBar>,
    /// Bookings that were cancelled.
    pub cancelled: Vec<CancelledBooking>,
}

/// A court of the board.
#[derive(Debug, Serialize, ToSchema)]
pub struct CourtRow {
    /// Its number in the system.
    #[schema(example = 23)]
    pub id: i64,
    /// The number painted on it.
    #[schema(example = 3)]
    pub number: u16,
    /// Its name.
    #[schema(example = "Court 3")]
    pub name: String,
    /// Under the sky or under a roof.
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
pub struct BookingBar {
    /// Its number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The group it was booked with.
    #[schema(example = "881")]
    pub group: Option<String>,
    /// Its court.
    #[schema(example = 23)]
    pub court: i64,
    /// Its start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// How long the court is taken, minutes.
    #[schema(example = 60)]
    pub minutes: u16,
    /// `confirmed`, `completed`, `no_show` or `cancel_requested`.
    pub status: OrderStatus,
    /// Whether the players came; null if nobody has said.
    pub attendance: Option<AttendanceState>,
    /// When that was recorded, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub attendance_at: Option<String>,
    /// Who comes.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The last four digits of the player's phone.
    #[schema(example = "1736")]
    pub phone_tail: String,
    /// What it costs, paise.
    #[schema(example = 100_000)]
    pub price_paise: i64,
    /// What the coupon takes off, paise.
    #[schema(example = 0)]
    pub discount_paise: i64,
    /// What was paid, paise.
    #[schema(example = 0)]
    pub paid_paise: i64,
    /// What of that went back or is owed back, paise.
    #[schema(example = 0)]
    pub returned_paise: i64,
    /// What is still to be paid, paise.
    #[schema(example = 100_000)]
    pub due_paise: i64,
    /// How it is paid.
    pub payment_method: DeskPaymentMethod,
    /// Whether it is the player's first game.
    #[schema(example = false)]
    pub first_visit: bool,
    /// Rises with every change.
    #[schema(example = 7)]
    pub version: i64,
}

/// A court that a player holds; the name is told once it is booked.
#[derive(Debug, Serialize, ToSchema)]
pub struct HoldBar {
    /// The court.
    #[schema(example = 22)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// For how long, minutes.
    #[schema(example = 60)]
    pub minutes: i64,
    /// Until when, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub until: String,
    /// Whether the player was asked to pay online.
    #[schema(example = true)]
    pub paying: bool,
}

/// A court that a clerk keeps while booking it.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskHoldBar {
    /// Its number.
    #[schema(example = "77")]
    pub id: String,
    /// The court.
    #[schema(example = 26)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1260)]
    pub minute: u16,
    /// For how long, minutes.
    #[schema(example = 60)]
    pub minutes: i64,
    /// Until when, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub until: String,
    /// The clerk's name; null if nobody of the staff is known to hold it.
    #[schema(example = "Kiran Joshi")]
    pub by: Option<String>,
    /// Whether it is the reader's own.
    #[schema(example = false)]
    pub mine: bool,
}

/// A closed time.
#[derive(Debug, Serialize, ToSchema)]
pub struct BlockBar {
    /// The closure; it may have several bars.
    #[schema(example = "5")]
    pub id: String,
    /// The court.
    #[schema(example = 24)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 900)]
    pub minute: u16,
    /// For how long, minutes.
    #[schema(example = 180)]
    pub minutes: i64,
    /// Why.
    #[schema(example = "Net repair")]
    pub reason: String,
}

/// A booking that was here and was cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancelledBooking {
    /// Its number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1020)]
    pub minute: u16,
    /// Whose it was.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// When it was cancelled, ISO 8601 UTC; null if that was not recorded.
    #[schema(format = DateTime)]
    pub at: Option<String>,
}

/// Shows a venue's day. With `If-None-Match` and nothing new: 304.
pub async fn board(
    State(api): State<ApiState>,
    Path(venue): Path<String>,
    Params(request): Params<BoardRequest>,
    headers: HeaderMap,
    viewer: StaffId,
    names: &StaffNames,
) -> Result<Response, BoardFailure> {
    let (venue, day) = (venue_id(&venue)?, day_of(&request.day)?);
    let answer = board_answer(&api.app, venue, day, viewer, names).await?.ok_or(BoardFailure::NotFound)?;
    // Which desk holds are the reader's own depends on who reads.
    let tag = format!("\"{}-{viewer}\"", answer.version);
    let etag = HeaderValue::from_str(&tag).unwrap_or_else(|_| HeaderValue::from_static("\"\""));
    if is_unchanged(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response());
    }
    let body = serde_json::to_vec(&answer).unwrap_or_default();
    Ok(([(header::CONTENT_TYPE, JSON), (header::ETAG, etag)], body).into_response())
}

/// The board of `day` at `venue` as `viewer` sees it; `None` for an unknown venue.
///
/// # Errors
/// [`BoardFailure::Other`] if the database cannot be read.
pub async fn board_answer(
    app: &App,
    venue: VenueId,
    day: Date,
    viewer: StaffId,
    names: &StaffNames,
) -> Result<Option<BoardAnswer>, BoardFailure> {
    let board = read_board(app, venue, day).await?;
    Ok(board.map(|board| BoardAnswer::of(&board, app.clock.now(), viewer, names)))
}

/// The version of a board: a hash over its content as it is written, so that it is another one whenever a reader would see
/// something else. Names of clerks and the reader are not part of it.
pub(super) fn version(board: &Board) -> String {
    BoardContent::of(board).version()
}

impl BoardAnswer {
    fn of(board: &Board, now: Timestamp, viewer: StaffId, names: &StaffNames) -> Self {
        let mut content = BoardContent::of(board);
        let version = content.version();
        for (bar, hold) in content.desk_holds.iter_mut().zip(&board.desk_holds) {
            bar.by = hold.staff.and_then(|staff| names.get(&staff)).cloned();
            bar.mine = hold.staff == Some(viewer);
        }
        BoardAnswer {
            venue: board.venue.0,
            day: board.day.to_string(),
            version,
            now: now.to_string(),
            content,
        }
    }
}

impl BoardContent {
    /// The content without what depends on the reader.
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
            until: hold.until.to_string(),
            paying: hold.is_paying,
        });
        let desk_holds = board.desk_holds.iter().map(|hold| DeskHoldBar {
            id: hold.id.to_string(),
            court: hold.time.slot.court.0,
            minute: hold.start.minute(),
            minutes: minutes(hold.time.slot.starts_at, hold.time.ends_at),
            until: hold.until.to_string(),
            by: None,
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
        }
    }

    fn version(&self) -> String {
        let written = serde_json::to_vec(self).unwrap_or_default();
        Sha256::digest(written).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl BookingBar {
    fn of(booking: &DeskBooking) -> Self {
        let amounts = booking.amounts;
        BookingBar {
            order: booking.number.to_string(),
            group: booking.group.map(|group| group.to_string()),
            court: booking.time.slot.court.0,
            minute: booking.start.minute(),
            minutes: booking.slot_minutes,
            status: booking.status.into(),
            attendance: booking.attendance.map(AttendanceState::from),
            attendance_at: booking.attendance_at.map(|at| at.to_string()),
            name: booking.name.clone(),
            phone_tail: phone_tail(&booking.phone),
            price_paise: amounts.price.paise(),
            discount_paise: amounts.discount.paise(),
            paid_paise: amounts.paid.paise(),
            returned_paise: amounts.returned.paise(),
            due_paise: amounts.due_at_desk(booking.status).paise(),
            payment_method: booking.payment_method.map_or(DeskPaymentMethod::Court, Into::into),
            first_visit: booking.is_first_visit,
            version: booking.version,
        }
    }
}

fn minutes(from: Timestamp, until: Timestamp) -> i64 {
    until.duration_since(from).as_mins()
}

#[cfg(test)]
mod tests {
    use axum::extract::{Path, State};
    use http_body_util::BodyExt as _;
    use jiff::civil::date;
    use sideout_domain::{
        CourtId, CustomerId,
        cancellation::CancellationPolicy,
        claim::Slot,
        order::{self, OrderNumber},
        person::PasswordHash,
        slot::StartTime,
    };
    use sideout_store::{
        Statement, Store, StoreError,
        accounts::{Customers, NewCustomer},
        import::{ImportedBooking, ImportedBookings},
        params,
    };
    use sideout_testkit::{
        FixedClock, Hours, TestApp, new_player, on_both_engines, on_sqlite,
        sample_venue::{VENUE, add_crowd, open_venue},
    };

    use super::*;
    use crate::{
        desk::board::{
            attendance::{AttendanceRequest, RequestedAttendance, attendance_input},
            booking::BookingAnswer,
            events,
            find::{FindRequest, find_answer},
        },
        platform::{client_address::ClientAddress, compression::compress, settings::HttpSettings},
        state::Api,
        web_app::WebApp,
    };

    const SUNDAY: Date = date(2026, 11, 22);
    const NISHA: StaffId = StaffId(12);
    const KIRAN: StaffId = StaffId(3);

    fn names() -> StaffNames {
        [(NISHA, "Nisha Trivedi".to_owned()), (KIRAN, "Kiran Joshi".to_owned())].into()
    }

    fn instant(start: &str) -> Timestamp {
        let zone = jiff::tz::TimeZone::get("Asia/Kolkata").unwrap();
        start.parse::<StartTime>().unwrap().on(SUNDAY, &zone)
    }

    fn imported(number: i64, customer: CustomerId, court: i64, start: StartTime) -> ImportedBooking {
        let zone = jiff::tz::TimeZone::get("Asia/Kolkata").unwrap();
        ImportedBooking {
            number: OrderNumber::try_from(number).unwrap(),
            customer,
            venue: VENUE,
            slot: Slot { court: CourtId(court), starts_at: start.on(SUNDAY, &zone) },
            day: SUNDAY,
            start,
            play_minutes: 55,
            slot_minutes: 60,
            price: Money::from_rupees(1_000),
            paid: if number % 2 == 0 { Money::from_rupees(1_000) } else { Money::ZERO },
            policy: CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::from_rupees(30) },
            status: order::OrderStatus::Confirmed,
            booked_at: FixedClock::START,
            cancelled: None,
        }
    }

    async fn import(store: &Store, bookings: Vec<ImportedBooking>) {
        let all = bookings.len();
        let added: Result<usize, StoreError> = store
            .write(bookings, |tx, bookings| {
                Box::pin(async move { ImportedBookings(tx).add_all(bookings).await })
            })
            .await;
        assert_eq!(added.unwrap(), all);
    }

    async fn run(store: &Store, text: &'static str) {
        let done: Result<u64, StoreError> = store
            .write(text, |tx, text| {
                Box::pin(async move { tx.run(Statement { name: text, text }, params![]).await })
            })
            .await;
        done.unwrap();
    }

    /// An app with one booking on court 3 on Sunday at 7 PM, number 4820193756.
    async fn open(store: &Store) -> (TestApp, ApiState) {
        open_venue(store).await;
        let crowd = add_crowd(store, 1).await;
        let app = TestApp::over(store.clone());
        import(store, vec![imported(4_820_193_756, crowd[0], 3, "7:00 PM".parse().unwrap())]).await;
        run(store, "update orders set paid_paise = 0, payment_method = 'court'").await;
        let api = Api::new(app.app(), HttpSettings::default(), WebApp::default(), None).unwrap();
        (app, api)
    }

    async fn get(api: &ApiState, viewer: StaffId, known: Option<&HeaderValue>) -> (Response, HeaderValue) {
        let mut headers = HeaderMap::new();
        headers.extend(known.map(|known| (header::IF_NONE_MATCH, known.clone())));
        let request = Params(BoardRequest { day: SUNDAY.to_string() });
        let path = Path(VENUE.to_string());
        let response = board(State(api.clone()), path, request, headers, viewer, &names()).await.unwrap();
        let etag = response.headers()[header::ETAG].clone();
        (response, etag)
    }

    async fn json(response: Response) -> serde_json::Value {
        serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap()
    }

    on_both_engines!(a_board_is_written_as_the_contract_says, async |store| {
        let (_, api) = open(&store).await;
        let (response, _) = get(&api, NISHA, None).await;
        let board = json(response).await;
        assert_eq!(
            board["bookings"],
            serde_json::json!([{
                "order": "4820193756", "group": null, "court": 3, "minute": 1140, "minutes": 60,
                "status": "confirmed", "attendance": null, "attendance_at": null, "name": "Asha Mehta",
                "phone_tail": "0000", "price_paise": 100_000, "discount_paise": 0, "paid_paise": 0,
                "returned_paise": 0, "due_paise": 100_000, "payment_method": "court", "first_visit": true,
                "version": 0,
            }])
        );
        assert_eq!(
            board["courts"][2],
            serde_json::json!({ "id": 3, "number": 3, "name": "Court 3", "type": "OUTDOOR" })
        );
        assert_eq!(board["starts"][0], serde_json::json!({ "minute": 360, "at": "2026-11-22T00:30:00Z" }));
        assert_eq!(board["prices_paise"][11][16], 80_000);
        assert_eq!(
            (&board["venue"], &board["day"], &board["now"], &board["slot_minutes"], &board["play_minutes"]),
            (&1.into(), &"2026-11-22".into(), &"2026-11-21T06:00:00Z".into(), &60.into(), &55.into())
        );
        for empty in ["holds", "desk_holds", "blocks", "cancelled"] {
            assert_eq!(board[empty], serde_json::json!([]), "{empty}");
        }
    });

    on_both_engines!(a_reader_who_has_the_board_gets_304_until_something_differs, async |store| {
        let (app, api) = open(&store).await;
        let (response, etag) = get(&api, NISHA, None).await;
        let version = json(response).await["version"].as_str().unwrap().to_owned();
        app.clock.advance(60);
        let (again, _) = get(&api, NISHA, Some(&etag)).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "time alone changes nothing");
        // Written behind the program's back: no event tells of it.
        run(&store, "update customer set full_name = 'Asha Patel'").await;
        let (changed, newer) = get(&api, NISHA, Some(&etag)).await;
        assert_eq!(changed.status(), StatusCode::OK);
        assert_ne!(newer, etag);
        let changed = json(changed).await;
        assert_ne!(changed["version"], version.as_str());
        assert_eq!(changed["bookings"][0]["name"], "Asha Patel");
    });

    on_both_engines!(
        a_desk_hold_is_mine_for_its_clerk_only_and_the_version_is_the_same_for_all,
        async |store| {
            let (app, api) = open(&store).await;
            run(
                &store,
                "insert into court_block (block_id, venue_id, reason, created_at, kind, staff_id)
             values (77, 1, 'a caller', 1, 'desk_hold', 3)",
            )
            .await;
            run(
                &store,
                "insert into slot_claim (court_id, starts_at, ends_at, block_id, held_until)
             values (6, 1795361400000, 1795365000000, 77, 1795240920000)",
            )
            .await;
            let (kirans, etag) = get(&api, KIRAN, None).await;
            let (kirans, nishas) = (json(kirans).await, get(&api, NISHA, Some(&etag)).await.0);
            assert_eq!(nishas.status(), StatusCode::OK, "another reader's tag does not count");
            let nishas = json(nishas).await;
            let hold = |mine| {
                serde_json::json!([{
                    "id": "77", "court": 6, "minute": 1260, "minutes": 60, "until": "2026-11-21T06:02:00Z",
                    "by": "Kiran Joshi", "mine": mine,
                }])
            };
            assert_eq!((&kirans["desk_holds"], &nishas["desk_holds"]), (&hold(true), &hold(false)));
            assert_eq!(kirans["version"], nishas["version"]);
            app.clock.advance(120);
            let (later, _) = get(&api, KIRAN, Some(&etag)).await;
            assert_eq!(json(later).await["desk_holds"], serde_json::json!([]), "it has expired");
        }
    );

    on_both_engines!(the_stream_begins_with_the_version_of_the_board, async |store| {
        let (_, api) = open(&store).await;
        let (response, _) = get(&api, NISHA, None).await;
        let version = json(response).await["version"].clone();
        let request = Params(BoardRequest { day: SUNDAY.to_string() });
        let caller = ClientAddress(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));
        let path = Path(VENUE.to_string());
        let stream = events::events(State(api.clone()), caller, path, request).await.unwrap();
        let first = stream.into_body().frame().await.unwrap().unwrap().into_data().unwrap();
        let expected = format!("event: board\ndata: {{\"version\":{version}}}\n\n");
        assert_eq!(String::from_utf8(first.to_vec()).unwrap(), expected);
    });

    on_both_engines!(an_unknown_venue_and_a_wrong_day_are_problems, async |store| {
        let (_, api) = open(&store).await;
        let ask = async |venue: &str, day: &str| {
            let request = Params(BoardRequest { day: day.to_owned() });
            let (path, names) = (Path(venue.to_owned()), names());
            let asked = board(State(api.clone()), path, request, HeaderMap::new(), NISHA, &names);
            let response = asked.await.unwrap_err().into_response();
            assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json");
            let status = response.status().as_u16();
            let problem = json(response).await;
            assert_eq!((&problem["type"], &problem["status"]), (&"about:blank".into(), &status.into()));
            (status, problem["code"].as_str().unwrap().to_owned())
        };
        assert_eq!(ask("9", "2026-11-22").await, (404, "not_found".to_owned()));
        assert_eq!(ask("riverside", "2026-11-22").await, (404, "not_found".to_owned()));
        assert_eq!(ask("1", "22-11-2026").await, (400, "malformed".to_owned()));
    });

    on_both_engines!(a_booking_tells_player_money_and_history_and_who_was_too_late, async |store| {
        let (app, _) = open(&store).await;
        app.clock.set(instant("6:21 PM"));
        let request = AttendanceRequest { state: RequestedAttendance::Arrived };
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_MATCH, HeaderValue::from_static("\"0\""));
        let input = attendance_input(&app, "4820193756", &headers, request, (KIRAN, vec![VENUE])).unwrap();
        let write = async |input| {
            app.store
                .write(input, |tx, input| {
                    Box::pin(sideout_app::desk::board::mark_attendance::mark_attendance(tx, input))
                })
                .await
        };
        let marked = write(input.clone()).await.unwrap();
        let answer = serde_json::to_value(BookingAnswer::of(marked.after, &names())).unwrap();
        assert_eq!(
            answer,
            serde_json::json!({
                "order": "4820193756", "version": 1, "venue": 1, "day": "2026-11-22",
                "court": { "id": 3, "number": 3, "name": "Court 3", "type": "OUTDOOR" },
                "minute": 1140, "minutes": 60, "play_minutes": 55,
                "starts_at": "2026-11-22T13:30:00Z", "ends_at": "2026-11-22T14:25:00Z",
                "status": "confirmed", "attendance": "arrived", "attendance_at": "2026-11-22T12:51:00Z",
                "attendance_by": "Kiran Joshi",
                "player": {
                    "id": "100000000000", "name": "Asha Mehta", "phone": "90000 00000", "games": 0, "no_shows": 0,
                    "first_visit": true,
                },
                "price_paise": 100_000, "discount_paise": 0, "coupon": null, "paid_paise": 0, "returned_paise": 0,
                "due_paise": 100_000, "payment_method": "court",
                "payments": [{ "at": "2026-11-21T06:00:00Z", "way": "desk", "amount_paise": 100_000, "by": null }],
                "history": [
                    { "at": "2026-11-21T06:00:00Z", "what": "booked", "by": null, "details": {} },
                    { "at": "2026-11-21T06:00:00Z", "what": "paid", "by": null,
                      "details": { "amount_paise": 100_000, "way": "desk" } },
                    { "at": "2026-11-22T12:51:00Z", "what": "arrived", "by": "Kiran Joshi", "details": {} },
                ],
            })
        );
        let late = BoardFailure::of_attendance(write(input).await.unwrap_err(), &names()).into_response();
        assert_eq!(late.status(), StatusCode::PRECONDITION_FAILED);
        let late = json(late).await;
        assert_eq!((&late["code"], &late["current"]), (&"changed_meanwhile".into(), &answer));
    });

    on_both_engines!(a_search_answers_bookings_and_players, async |store| {
        let (app, _) = open(&store).await;
        app.clock.set(instant("12:00 PM"));
        let request = |q: &str, venue| FindRequest { q: q.to_owned(), venue };
        let found = find_answer(&app, &[VENUE], &request("0000", 1)).await.unwrap();
        assert_eq!(
            serde_json::to_value(found).unwrap(),
            serde_json::json!({
                "bookings": [{
                    "order": "4820193756", "day": "2026-11-22", "minute": 1140, "court": 3, "court_name": "Court 3",
                    "venue": 1, "name": "Asha Mehta", "phone_tail": "0000", "status": "confirmed", "due_paise": 100_000,
                }],
                "players": [{ "id": "100000000000", "name": "Asha Mehta", "phone_tail": "0000", "last_game": null }],
            })
        );
        let elsewhere = find_answer(&app, &[VENUE], &request("0000", 2)).await;
        assert!(matches!(elsewhere, Err(BoardFailure::NotFound)));
        let long = find_answer(&app, &[VENUE], &request(&"1".repeat(61), 1)).await;
        assert!(matches!(long, Err(BoardFailure::Malformed(_))));
    });

    /// A number that looks random, always the same for the same `n`.
    fn scattered(n: i64, below: i64) -> i64 {
        (n + 1).wrapping_mul(6_364_136_223_846_793_005).rotate_left(17).rem_euclid(below)
    }

    /// Twelve courts with eighteen hours, each booked by another player; half of them are here.
    async fn full_board(store: &Store) -> TestApp {
        const FIRST: [&str; 12] = [
            "Rohan", "Nidhi", "Karan", "Tanvi", "Imran", "Shreya", "Parth", "Dhara", "Jignesh", "Falguni",
            "Yash", "Mira",
        ];
        const LAST: [&str; 18] = [
            "Mehta",
            "Brahmbhatt",
            "Contractor",
            "Pathan",
            "Desai",
            "Kothari",
            "Iyer",
            "Solanki",
            "Jadeja",
            "Raval",
            "Thakkar",
            "Nair",
            "Gohil",
            "Chokshi",
            "Parikh",
            "Dalal",
            "Vyas",
            "Kapadia",
        ];
        open_venue(store).await;
        let app = TestApp::over(store.clone());
        Hours::usual().starts("6:00 AM", "11:00 PM").set(&app).await;
        let mut bookings = Vec::new();
        for (first, name) in (0_i64..).zip(FIRST) {
            for (last, family) in (0_i64..).zip(LAST) {
                let n = first * 18 + last;
                let form = new_player(&format!("9{:09}", scattered(n, 1_000_000_000)));
                let customer = NewCustomer {
                    phone: form.phone,
                    full_name: format!("{name} {family}").parse().unwrap(),
                    email: form.email,
                    birthdate: form.birthdate,
                    gender: form.gender,
                    password_hash: PasswordHash::new("unused"),
                };
                let id = CustomerId(100_000_000_000 + n);
                let added: Result<bool, StoreError> = store
                    .write((id, customer), |tx, (id, customer)| {
                        Box::pin(async move { Customers(tx).add(*id, customer, FixedClock::START).await })
                    })
                    .await;
                assert!(added.unwrap());
                let start = StartTime::from_minute(u16::try_from(360 + last * 60).unwrap()).unwrap();
                bookings.push(imported(1_000_000_000 + scattered(n, 9_000_000_000), id, first + 1, start));
            }
        }
        import(store, bookings).await;
        run(
            store,
            "insert into attendance (order_number, state, at, way)
             select order_number, 'arrived', starts_at - order_number % 1800000, 'name' from orders
              where order_number % 2 = 0",
        )
        .await;
        app
    }

    #[test]
    fn a_full_board_of_twelve_courts_and_eighteen_hours_is_at_most_12_kb_compressed() {
        on_sqlite(async |store| {
            let app = full_board(&store).await;
            let answer = board_answer(&app, VENUE, SUNDAY, NISHA, &names()).await.unwrap().unwrap();
            assert_eq!((answer.content.bookings.len(), answer.content.starts.len()), (216, 18));
            let here = answer.content.bookings.iter().filter(|booking| booking.attendance.is_some()).count();
            assert!((80..140).contains(&here), "{here}");
            let body = serde_json::to_vec(&answer).unwrap();
            let plain = body.len();
            let response = ([(header::CONTENT_TYPE, JSON)], body).into_response();
            let sent = compress(Some(HeaderValue::from_static("br")), response).await;
            let sent = sent.into_body().collect().await.unwrap().to_bytes().len();
            assert!(plain > 50_000, "{plain} bytes are not a full board");
            assert!(sent <= 12 * 1024, "{sent} bytes of {plain}");
        });
    }
}
