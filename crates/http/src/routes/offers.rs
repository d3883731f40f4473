//! `GET /api/offers/{token}` and its answers: a player whose court was closed chooses, by the link of the message and
//! without signing in. The answers contain no names of people, because a link may be passed on.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::closures::offers::{
    answer::{AnswerError, ChosenPlace, choose_money, choose_place},
    choices::{list_choices, list_hours_of_day},
    find_offers::{OfferedGame, PlayerOffers, find_offers},
};
use sideout_app::{payments::Refund, platform::venues::find_known_venue};
use sideout_domain::{
    CourtId, VenueId, closure_offer,
    money::Money,
    order::{OrderNumber, OrderStatus},
    slot::StartTime,
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    extract::{Body, Params, PathParams},
    state::ApiState,
    wire::{
        CourtType, Failure, Outcome, RefundStatus, RefundWay,
        answer::Answer,
        api_error::ApiError,
        closure_cause::ClosureCause,
        closure_choices::{Choice, Choices, OfferState},
        day::{day, zone_name},
        messages::{Message, MessageFields, Paise},
        order_number::order_number,
        refund::way,
    },
};

/// The games that a player lost by one closure.
#[derive(Serialize, ToSchema)]
pub struct OffersAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// Why the courts are closed, in the words of the venue.
    #[schema(example = "Rain")]
    pub reason: String,
    /// The cause as a code; null if only `reason` says it.
    #[schema(required)]
    pub cause: Option<ClosureCause>,
    /// The games, the earliest first; at least one.
    pub games: Vec<OfferGame>,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-22T12:54:00Z", format = DateTime)]
    pub server_time: String,
    /// IANA name of the venue's zone; null if it is not known.
    #[schema(example = "Asia/Kolkata")]
    pub timezone: Option<String>,
}

/// A game whose court was closed, and the state of its offer.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferGame {
    /// The number of the booking that lost its court.
    #[schema(example = "4820193756")]
    pub orderid: String,
    /// The court and hour of the closed game.
    pub lost: OfferPlace,
    /// What was paid for it and did not go back by an earlier move, paise. Once `state` is `moved`: what was paid for the game in its place,
    /// without what went back by moves.
    #[schema(example = 100_000)]
    pub paid_paise: i64,
    /// What was still to be paid for it at the desk, paise; 0 unless `state` is `open`.
    #[schema(example = 0)]
    pub due_paise: i64,
    /// What would go back now if the player chose the money, by each way; empty unless `state` is `open`.
    pub back: Vec<OfferBack>,
    /// The state of the offer.
    pub state: OfferState,
    /// Until when it can be answered, ISO 8601 UTC.
    #[schema(example = "2026-11-23T12:54:00Z", format = DateTime)]
    pub open_until: String,
    /// The game in its place; null unless `moved`.
    #[schema(required)]
    pub new: Option<NewGame>,
    /// The amounts that go back, by each way.
    pub refunds: Vec<OfferRefund>,
    /// What the desk gives back of what was imported as paid, paise: no payment of it is known, so it is not among `refunds`. 0 while `state`
    /// is `open` or `moved`.
    #[schema(example = 0)]
    pub imported_back_paise: i64,
}

/// A court and an hour.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferPlace {
    /// The venue's number.
    #[schema(example = 1)]
    pub venue: i64,
    /// The venue's name.
    #[schema(example = "Old Mill Pickleball")]
    pub venue_name: String,
    /// The court's number in the system.
    #[schema(example = 23)]
    pub court: i64,
    /// The number painted on it.
    #[schema(example = 2)]
    pub court_number: u16,
    /// The court's name.
    #[schema(example = "Court 2")]
    pub court_name: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of that day.
    #[schema(example = 1200)]
    pub minute: u16,
    /// The start, ISO 8601 UTC.
    #[schema(example = "2026-11-22T14:30:00Z", format = DateTime)]
    pub starts_at: String,
}

/// The booking in place of the lost one.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewGame {
    /// The booking's number.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// The court and the hour.
    pub place: OfferPlace,
    /// What is to be paid at the desk, paise.
    #[schema(example = 10_000)]
    pub due_paise: i64,
    /// Whether that booking was cancelled since, by the player, by the desk or by another closure.
    #[schema(example = false)]
    pub is_cancelled: bool,
}

/// Money that would go back.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferBack {
    /// The amount, paise.
    #[schema(example = 100_000)]
    pub amount_paise: i64,
    /// Whether a desk gives it back, because a desk took it or it was imported as paid; else it goes back in the way in which it was paid.
    #[schema(example = false)]
    pub at_desk: bool,
}

/// Money that goes back.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferRefund {
    /// The amount, paise.
    #[schema(example = 100_000)]
    pub amount_paise: i64,
    /// Whether a desk took the money and gives it back; else it goes back in the way in which it was paid, unless `given_back_by` says how
    /// the venue gave it back itself.
    #[schema(example = false)]
    pub at_desk: bool,
    /// The state of the refund.
    pub status: RefundStatus,
    /// How the venue gave it back itself; null if it did not, or the money goes back to what was paid with.
    #[schema(required, example = "cash")]
    pub given_back_by: Option<RefundWay>,
}

/// The game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ChoicesRequest {
    /// The number of the booking that lost its court.
    #[param(example = "4820193756")]
    pub orderid: String,
}

/// The game, and a day at a venue.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HoursRequest {
    /// The number of the booking that lost its court.
    #[param(example = "4820193756")]
    pub orderid: String,
    /// The venue's number.
    #[param(example = 1)]
    pub venue: i64,
    /// `YYYY-MM-DD`, from the day of the closed game to 14 days after it; `hours` is empty for another day.
    #[param(example = "2026-11-23")]
    pub day: String,
}

/// The courts and hours that can be chosen.
#[derive(Serialize, ToSchema)]
pub struct ChoicesAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// What can be chosen now. No court is held: whether it is free is decided when the player chooses.
    #[serde(flatten)]
    pub choices: Choices,
}

/// The hours of a day.
#[derive(Serialize, ToSchema)]
pub struct ChoiceHoursAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The hours with a free court, earliest first.
    pub hours: Vec<Choice>,
}

/// The court and hour that were chosen, as they were shown.
#[derive(Deserialize, ToSchema)]
pub struct ChoosePlaceRequest {
    /// The number of the booking that lost its court.
    #[schema(example = "4820193756")]
    pub orderid: String,
    /// The venue's number.
    #[schema(example = 1)]
    pub venue: i64,
    /// The court's number in the system.
    #[schema(example = 31)]
    pub court: i64,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of that day.
    #[schema(example = 1200)]
    pub minute: u16,
    /// What was shown to be due at the desk, paise. If it is another amount, nothing is changed.
    #[schema(example = 10_000)]
    pub due_paise: i64,
    /// What was shown to go back, paise. If it is another amount, nothing is changed.
    #[schema(example = 0)]
    pub back_paise: i64,
}

/// The game for which the money is wanted.
#[derive(Deserialize, ToSchema)]
pub struct ChooseMoneyRequest {
    /// The number of the booking that lost its court.
    #[schema(example = "4820193756")]
    pub orderid: String,
}

/// The game after the player's choice.
#[derive(Serialize, ToSchema)]
pub struct ChosenAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The game after the choice.
    pub game: OfferGame,
}

/// Shows the games that a player lost by a closure, and what they chose.
#[utoipa::path(get, path = "/api/offers/{token}", operation_id = "offers", tag = "booking", security(("api_key" = [])),
    params(("token" = String, Path, description = "The token of the link.")),
    responses((status = 200, description = "The games", body = OffersAnswer),
        (status = 404, description = "No such link", body = Failure)))]
pub async fn offers(
    State(api): State<ApiState>,
    PathParams(token): PathParams<String>,
) -> Result<Answer<OffersAnswer>, ApiError> {
    let PlayerOffers { venue, reason, cause, games, .. } = find_by_link(&api, &token).await?;
    let timezone = find_known_venue(&api.app, venue).await?.and_then(|venue| zone_name(&venue));
    Ok(Answer(OffersAnswer {
        error: 0,
        message: Message::ClosureOffers.into(),
        reason,
        cause: cause.map(ClosureCause::from),
        games: games.iter().map(OfferGame::of).collect(),
        server_time: api.app.clock.now().to_string(),
        timezone,
    }))
}

/// Lists what can be chosen instead of one of the games.
#[utoipa::path(get, path = "/api/offers/{token}/choices", operation_id = "offer_choices", tag = "booking",
    security(("api_key" = [])),
    params(("token" = String, Path, description = "The token of the link."), ChoicesRequest),
    responses((status = 200, description = "Courts and hours", body = ChoicesAnswer),
        (status = 404, description = "No such link, or it has no such booking", body = Failure)))]
pub async fn offer_choices(
    State(api): State<ApiState>,
    PathParams(token): PathParams<String>,
    Params(request): Params<ChoicesRequest>,
) -> Result<Answer<ChoicesAnswer>, ApiError> {
    let game = find_game(&api, &token, &request.orderid).await?;
    let choices = list_choices(&api.app, &game.lost).await?.into();
    Ok(Answer(ChoicesAnswer { error: 0, message: Message::ClosureChoices.into(), choices }))
}

/// Lists the hours of another day, or at another venue, that can be chosen instead of one of the games.
#[utoipa::path(get, path = "/api/offers/{token}/hours", operation_id = "offer_hours", tag = "booking",
    security(("api_key" = [])),
    params(("token" = String, Path, description = "The token of the link."), HoursRequest),
    responses((status = 200, description = "The hours", body = ChoiceHoursAnswer),
        (status = 404, description = "No such link, or it has no such booking", body = Failure)))]
pub async fn offer_hours(
    State(api): State<ApiState>,
    PathParams(token): PathParams<String>,
    Params(request): Params<HoursRequest>,
) -> Result<Answer<ChoiceHoursAnswer>, ApiError> {
    let game = find_game(&api, &token, &request.orderid).await?;
    let day = day(&request.day)?;
    let hours = list_hours_of_day(&api.app, &game.lost, VenueId(request.venue), day).await?;
    let hours = hours.into_iter().map(Choice::from).collect();
    Ok(Answer(ChoiceHoursAnswer { error: 0, message: Message::ClosureChoices.into(), hours }))
}

/// Books the chosen court and hour instead of the closed one. What was paid counts for it; what is missing is due at
/// the desk, and what is too much goes back.
#[utoipa::path(post, path = "/api/offers/{token}/move", operation_id = "choose_place", tag = "booking",
    security(("api_key" = [])), request_body = ChoosePlaceRequest,
    params(("token" = String, Path, description = "The token of the link.")),
    responses((status = 200, description = "Booked, or not", body = Outcome<ChosenAnswer>),
        (status = 404, description = "No such link, or it has no such booking", body = Failure)))]
pub async fn choose_offered_place(
    State(api): State<ApiState>,
    PathParams(token): PathParams<String>,
    Body(request): Body<ChoosePlaceRequest>,
) -> Result<Answer<ChosenAnswer>, ApiError> {
    let start = StartTime::from_minute(request.minute);
    let chosen = ChosenPlace {
        venue: VenueId(request.venue),
        court: CourtId(request.court),
        day: day(&request.day)?,
        start: start.ok_or_else(|| ApiError::malformed("The minute must be below 1440."))?,
        due: Money::from_paise(request.due_paise),
        back: Money::from_paise(request.back_paise),
    };
    let chosen = choose_place(&api.app, &token, number_of(&request.orderid)?, chosen).await;
    answer(chosen, Message::ClosurePlaceChosen)
}

/// Gives back what was paid for the closed game.
#[utoipa::path(post, path = "/api/offers/{token}/refund", operation_id = "choose_money", tag = "booking",
    security(("api_key" = [])), request_body = ChooseMoneyRequest,
    params(("token" = String, Path, description = "The token of the link.")),
    responses((status = 200, description = "On its way, or not", body = Outcome<ChosenAnswer>),
        (status = 404, description = "No such link, or it has no such booking", body = Failure)))]
pub async fn choose_offered_money(
    State(api): State<ApiState>,
    PathParams(token): PathParams<String>,
    Body(request): Body<ChooseMoneyRequest>,
) -> Result<Answer<ChosenAnswer>, ApiError> {
    let chosen = choose_money(&api.app, &token, number_of(&request.orderid)?).await;
    answer(chosen, Message::ClosureMoneyChosen)
}

fn answer(
    chosen: Result<OfferedGame, AnswerError>,
    message: Message,
) -> Result<Answer<ChosenAnswer>, ApiError> {
    let game = chosen.map_err(refused)?;
    Ok(Answer(ChosenAnswer { error: 0, message: message.into(), game: OfferGame::of(&game) }))
}

fn refused(error: AnswerError) -> ApiError {
    match error {
        AnswerError::NoSuchOffer => no_such_link(),
        AnswerError::Answered(game) => {
            ApiError::refused(Message::ClosureAnswered).with("game", OfferGame::of(&game))
        }
        AnswerError::NotOffered => ApiError::refused(Message::HourNotBookable),
        AnswerError::Taken => ApiError::refused(Message::SlotTaken),
        AnswerError::PriceChanged(price) => {
            let total = Paise(price.total());
            ApiError::refused(Message::ClosurePriceChanged { total_paise: total })
        }
        AnswerError::Store(error) => error.into(),
    }
}

fn no_such_link() -> ApiError {
    ApiError::new(http::StatusCode::NOT_FOUND, Message::NoSuchOffer)
}

/// Reads an order number; another text gets the answer of a booking that the link does not have.
fn number_of(text: &str) -> Result<OrderNumber, ApiError> {
    order_number(text).map_err(|_| no_such_link())
}

async fn find_by_link(api: &ApiState, token: &str) -> Result<PlayerOffers, ApiError> {
    find_offers(&api.app, token).await?.ok_or_else(no_such_link)
}

async fn find_game(api: &ApiState, token: &str, orderid: &str) -> Result<OfferedGame, ApiError> {
    let number = number_of(orderid)?;
    let offers = find_by_link(api, token).await?;
    offers.games.into_iter().find(|game| game.lost.number == number).ok_or_else(no_such_link)
}

impl OfferGame {
    /// A game as its player sees it.
    pub(crate) fn of(game: &OfferedGame) -> Self {
        let OfferedGame { offer, lost, new, refunds, money_back, imported_back } = game;
        // What was carried to another booking no longer counts for the lost one.
        let paid = new.as_ref().map_or_else(|| lost.paid_without_moves(), |new| new.paid_without_moves());
        OfferGame {
            orderid: lost.number.to_string(),
            lost: OfferPlace::of(lost),
            paid_paise: paid.paise(),
            due_paise: if offer.state == closure_offer::OfferState::Open { lost.due().paise() } else { 0 },
            back: money_back
                .iter()
                .map(|back| OfferBack { amount_paise: back.amount.paise(), at_desk: back.is_at_desk })
                .collect(),
            state: offer.state.into(),
            open_until: offer.open_until.to_string(),
            new: new.as_ref().map(|new| NewGame {
                orderid: new.number.to_string(),
                place: OfferPlace::of(new),
                due_paise: new.amounts().due_at_desk(new.status).paise(),
                is_cancelled: matches!(new.status, OrderStatus::CancelRequested | OrderStatus::Cancelled),
            }),
            refunds: OfferRefund::list(refunds),
            imported_back_paise: imported_back.paise(),
        }
    }
}

impl OfferRefund {
    /// The refunds of what was paid for a booking.
    pub(crate) fn list(refunds: &[Refund]) -> Vec<Self> {
        let back = refunds.iter().filter(|refund| refund.reason.reduces_booking());
        back.map(|refund| OfferRefund {
            amount_paise: refund.amount.paise(),
            at_desk: refund.source.desk_payment().is_some(),
            status: RefundStatus::from(refund.status),
            given_back_by: way(refund),
        })
        .collect()
    }
}

impl OfferPlace {
    fn of(order: &sideout_app::Order) -> Self {
        OfferPlace {
            venue: order.venue.0,
            venue_name: order.venue_name.clone(),
            court: order.slot.court.0,
            court_number: order.court_number,
            court_name: order.court_name.clone(),
            court_type: order.court_type.into(),
            day: order.day.to_string(),
            minute: order.start.minute(),
            starts_at: order.slot.starts_at.to_string(),
        }
    }
}
