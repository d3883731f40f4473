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
use tokio::time::sleep;

use super::read_board::read_board;
use crate::{
    App,
    platform::{
        board_feed::{BoardFeed, BoardFollower},
        watch_board::BoardWatch,
    },
};

/// How often a followed board is read without an event: holds expire, and a node may die between a commit and its event.
const READ_EVERY: Duration = Duration::from_secs(5);

/// The pause after a read that failed.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The pause between two reads. Changes during the pause become one update, because each update makes every screen read
/// the board.
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
    if !feed.has_begun() {
        let moment = app.live.read_moment(venue, day, app.clock.now());
        let Some(board) = read_board(app, venue, day).await? else { return Ok(None) };
        feed.begin(board, moment);
    }
    Ok(Some(feed.follow()))
}

/// Publishes what differs until the feed has no follower.
async fn publish_changes(
    app: Arc<App>,
    feed: Weak<BoardFeed>,
    (venue, day): (VenueId, Date),
    mut watch: BoardWatch,
) {
    loop {
        // A change and the clock lead to the same read.
        let _ = tokio::time::timeout(READ_EVERY, watch.next()).await;
        let (board, moment) = loop {
            let moment = app.live.read_moment(venue, day, app.clock.now());
            match AssertUnwindSafe(read_board(&app, venue, day)).catch_unwind().await {
                Ok(Ok(board)) => break (board, moment),
                Ok(Err(error)) => tracing::debug!(%error, "a followed board could not be read"),
                // The streams of this board go on with the next read.
                Err(_panic) => {
                    tracing::error!("reading a followed board panicked; the message is on standard error");
                }
            }
            sleep(RETRY_AFTER).await;
        };
        let Some(feed) = feed.upgrade() else { return };
        if let Some(board) = board {
            feed.publish(board, moment);
        }
        drop(feed);
        sleep(PAUSE).await;
    }
}
