//! Renders a booking as a calendar file.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    CustomerId,
    calendar::CalendarEvent,
    money::Money,
    order::{Order, OrderNumber, OrderStatus},
};
use sideout_store::StoreError;

use super::find_order::find_order;
use crate::{
    App,
    platform::{brand::find_brand, settings::Settings},
};

/// Minutes before the start at which the player's calendar shows a reminder.
const REMIND_MINUTES: u32 = 60;

/// The calendar file of one booking of this customer. `None` if the order does not exist, belongs to another customer,
/// or never became a booking.
///
/// # Errors
/// [`StoreError`] only.
pub async fn order_calendar(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
) -> Result<Option<String>, StoreError> {
    let Some(order) = find_order(app, customer, number).await? else { return Ok(None) };
    let maker = find_brand(app).await?.name.clone();
    let event = event(&order, &app.settings, app.clock.now());
    Ok(event.map(|event| event.to_file(&maker)))
}

/// The calendar event of this order; `None` if the order never became a booking.
pub(crate) fn event(order: &Order, settings: &Settings, now: Timestamp) -> Option<CalendarEvent> {
    let is_cancelled = match order.status_at(now) {
        OrderStatus::Confirmed | OrderStatus::Completed | OrderStatus::NoShow => false,
        OrderStatus::CancelRequested | OrderStatus::Cancelled => true,
        OrderStatus::Held | OrderStatus::Released | OrderStatus::Expired => return None,
    };
    let public_url = settings.public_url.trim_end_matches('/');
    let host = public_url.split_once("://").map_or(public_url, |(_, host)| host);
    let mut description = format!("Order #{}", order.number);
    let owed = order.due();
    if !is_cancelled && owed > Money::ZERO {
        description.push_str(&format!("\nTo pay at court: {owed}"));
    }
    let map = order.venue_map_url.as_ref().unwrap_or(&settings.default_map_url);
    description.push_str(&format!("\nMap: {map}"));
    let play = SignedDuration::from_mins(order.play_minutes.into());
    Some(CalendarEvent {
        uid: format!("{}@{host}", order.number),
        // A calendar app replaces its copy of an event only by one with a higher sequence number.
        sequence: order.moves + u32::from(is_cancelled),
        written_at: now,
        starts_at: order.slot.starts_at,
        ends_at: order.slot.starts_at.checked_add(play).unwrap_or(Timestamp::MAX),
        title: format!("{}, {}", order.court_name, order.venue_name),
        location: format!("{}, {}", order.venue_name, order.venue_long_location),
        description,
        url: format!("{public_url}/booking-confirmation?orderId={}", order.number),
        is_cancelled,
        remind_minutes: REMIND_MINUTES,
        organizer: None,
    })
}
