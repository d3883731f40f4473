//! Follows the board of a venue's day: one task for each board that is followed in this process reads it again after a
//! change, so that a change costs one read, however many screens show the day.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, Weak},
    time::Duration,
};

use futures_util::FutureExt as _;
use jiff::civil::Date;
use sideout_domain::VenueId;
use sideout_store::StoreError;
use tokio::{
    sync::MutexGuard,
    time::{sleep, timeout},
};

use super::read_board::read_board;
use crate::{
    App,
    platform::{
        board_feed::{BoardFeed, BoardFollower, BoardUpdate},
        watch_board::BoardWatch,
    },
    warn_throttled,
};

/// How often a followed board is read without an event: holds expire, and a node may die between a commit and its event.
const READ_EVERY: Duration = Duration::from_secs(5);

/// The pause after a read that failed.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The pause between two reads. Changes during the pause become one update.
const PAUSE: Duration = Duration::from_millis(100);

/// Follows the board of `day` at `venue`; `None` for an unknown venue.
///
/// # Errors
/// [`StoreError`] if the board has no follower yet and cannot be read.
pub async fn follow_board(
    app: &Arc<App>,
    venue: VenueId,
    day: Date,
) -> Result<Option<BoardFollower>, StoreError> {
    let (feed, new) = app.live.board_feed(venue, day);
    if let Some(watch) = new {
        let publisher = publish_changes(Arc::clone(app), Arc::downgrade(&feed), (venue, day), watch);
        feed.set_publisher(tokio::spawn(publisher).abort_handle());
    }
    if !feed.has_begun() && read_current(app, &feed, (venue, day)).await?.is_none() {
        return Ok(None);
    }
    Ok(Some(feed.follow()))
}

/// The board for a screen that follows `day` at `venue`: the one that was announced last, while it is current; otherwise it is read and
/// announced. `None` if this day has no follower in this process.
///
/// # Errors
/// [`StoreError`] if it cannot be read.
pub async fn followed_board(
    app: &App,
    venue: VenueId,
    day: Date,
) -> Result<Option<Arc<BoardUpdate>>, StoreError> {
    match app.live.followed_board(venue, day) {
        Some(feed) => read_current(app, &feed, (venue, day)).await,
        None => Ok(None),
    }
}

/// The newest board of the feed; read again unless it is current.
async fn read_current(
    app: &App,
    feed: &BoardFeed,
    (venue, day): (VenueId, Date),
) -> Result<Option<Arc<BoardUpdate>>, StoreError> {
    let reading = feed.reading.lock().await;
    if let Some(current) = feed.current(app.clock.now()) {
        return Ok(Some(current));
    }
    read_anew(app, feed, (venue, day), reading).await
}

/// Reads the board and announces it. `_reading` is the lock that keeps others from reading at the same time.
async fn read_anew(
    app: &App,
    feed: &BoardFeed,
    (venue, day): (VenueId, Date),
    _reading: MutexGuard<'_, ()>,
) -> Result<Option<Arc<BoardUpdate>>, StoreError> {
    let moment = feed.read_moment(app.clock.now());
    let board = read_board(app, venue, day).await?;
    Ok(board.map(|board| feed.publish(board, moment)))
}

/// Publishes what differs until the feed has no follower.
async fn publish_changes(
    app: Arc<App>,
    feed: Weak<BoardFeed>,
    (venue, day): (VenueId, Date),
    mut watch: BoardWatch,
) {
    loop {
        let was_notified = timeout(READ_EVERY, watch.next()).await.is_ok();
        loop {
            let Some(feed) = feed.upgrade() else { return };
            let read = async {
                if was_notified {
                    // A screen may have read the board already.
                    return read_current(&app, &feed, (venue, day)).await;
                }
                read_anew(&app, &feed, (venue, day), feed.reading.lock().await).await
            };
            match AssertUnwindSafe(read).catch_unwind().await {
                Ok(Ok(_)) => break,
                Ok(Err(error)) => {
                    warn_throttled!(venue = venue.0, %day, %error, "a followed board could not be read, trying again");
                }
                // The streams of this board go on with the next read.
                Err(_panic) => {
                    tracing::error!(venue = venue.0, %day, "reading a followed board panicked; the message is on standard error");
                }
            }
            drop(feed);
            sleep(RETRY_AFTER).await;
        }
        sleep(PAUSE).await;
    }
}
