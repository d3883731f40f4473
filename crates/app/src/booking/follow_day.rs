//! Follows the free courts of a venue's day: one task for each day and sport that is followed in this process reads them again
//! after a change, and sends what differs to all followers.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, Weak},
    time::Duration,
};

use futures_util::FutureExt as _;
use jiff::civil::Date;
use sideout_domain::{SportId, VenueId};
use sideout_store::StoreError;
use tokio::time::sleep;

use super::availability::list_hours;
use crate::{
    App,
    platform::{
        availability::HourOffer,
        day_feed::{DayFeed, DayFollower, DayOfSport},
        venues::find_venue,
        watch_day::{DayEvent, DayWatch},
    },
    warn_throttled,
};

/// How often a followed day is read without an event: hours begin, and a node may die between a commit and its event.
const READ_EVERY: Duration = Duration::from_secs(5);

/// The pause after a read that failed.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The pause between two updates of a day: this long for each follower, within the two bounds below. Changes during the
/// pause are sent together.
const PAUSE_PER_FOLLOWER: Duration = Duration::from_micros(20);
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(250);

/// Follows `day` at `venue` for players of `sport`, for which the venue must have a court; with `other_days` also reports that something
/// changed on the venue's other days.
///
/// # Errors
/// [`StoreError`] if the day has no follower yet and cannot be read.
pub async fn follow_day(
    app: &Arc<App>,
    (venue, sport): (VenueId, SportId),
    day: Date,
    other_days: bool,
) -> Result<DayFollower, StoreError> {
    let key = (venue, day, sport);
    let (feed, new) = app.live.day_feed(key);
    if let Some(watch) = new {
        let publisher = publish_changes(Arc::clone(app), Arc::downgrade(&feed), key, watch);
        feed.set_publisher(tokio::spawn(publisher).abort_handle());
    }
    if !feed.has_begun() {
        let hours = read_hours(app, key).await?;
        feed.begin(hours);
    }
    Ok(feed.follow(other_days))
}

/// All hours of the day; none if the venue was retired.
async fn read_hours(app: &App, (venue, day, sport): DayOfSport) -> Result<Vec<HourOffer>, StoreError> {
    match find_venue(app, venue).await? {
        Some(venue) => list_hours(app, &venue, sport, day).await,
        None => Ok(Vec::new()),
    }
}

/// Sends what changes until the feed has no follower.
async fn publish_changes(app: Arc<App>, feed: Weak<DayFeed>, key: DayOfSport, mut watch: DayWatch) {
    loop {
        let event = tokio::select! {
            event = watch.next() => Some(event),
            () = sleep(READ_EVERY) => None,
        };
        let hours = loop {
            let (venue, day, sport) = key;
            match AssertUnwindSafe(read_hours(&app, key)).catch_unwind().await {
                Ok(Ok(hours)) => break hours,
                Ok(Err(error)) => {
                    warn_throttled!(venue = venue.0, %day, sport = sport.0, %error, "a followed day could not be read, trying again");
                }
                // The streams of this day go on with the next read.
                Err(_panic) => {
                    tracing::error!(venue = venue.0, %day, sport = sport.0, "reading a followed day panicked; the message is on standard error");
                }
            }
            sleep(RETRY_AFTER).await;
        };
        let Some(feed) = feed.upgrade() else { return };
        feed.publish(hours);
        if matches!(event, Some(DayEvent::Resync { .. })) {
            feed.resync();
        }
        let followers = u32::try_from(feed.followers()).unwrap_or(u32::MAX);
        drop(feed);
        sleep(PAUSE_PER_FOLLOWER.saturating_mul(followers).clamp(SHORTEST_PAUSE, LONGEST_PAUSE)).await;
    }
}
