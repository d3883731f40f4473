//! The boards that desks request at the same time: after a change all desks that show a day request its board.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
};

use bytes::Bytes;
use jiff::{Timestamp, civil::Date};
use parking_lot::Mutex;
use sideout_app::{
    StoreError,
    platform::board_feed::{Board, BoardUpdate},
};
use sideout_domain::{StaffId, VenueId};
use tokio::sync::OnceCell;

use super::shared_read::SharedRead;
use crate::platform::CompressedVariants;

/// The result of a read; `None` for an unknown venue.
type Outcome = Result<Option<Arc<ReadBoard>>, StoreError>;
type SharedBoardRead = SharedRead<Outcome>;

/// Reads of boards, shared by the requests that run at the same time.
#[derive(Default)]
pub(crate) struct BoardReads {
    /// Each is kept until its last request has its result.
    running: Mutex<HashMap<(VenueId, Date), Weak<SharedBoardRead>>>,
    /// Those that no follower holds any more are removed when another one is added.
    announced: Mutex<HashMap<(VenueId, Date), AnnouncedBoard>>,
}

/// A board whose version was sent to followers.
struct AnnouncedBoard {
    update: Weak<BoardUpdate>,
    read_at: Timestamp,
    read: Arc<OnceCell<Arc<ReadBoard>>>,
}

/// A board as it was read for one or more requests.
pub(crate) struct ReadBoard {
    pub(crate) board: Board,
    /// The names of all members of staff if the board has desk holds, else empty.
    pub(crate) names: HashMap<StaffId, String>,
    /// When it was read.
    pub(crate) at: Timestamp,
    written: Mutex<Vec<WrittenBoard>>,
}

/// The body for one member of staff; for all of them if `viewer` is `None`.
#[derive(Clone)]
pub(crate) struct WrittenBoard {
    pub(crate) viewer: Option<StaffId>,
    pub(crate) version: String,
    pub(crate) body: Bytes,
    pub(crate) compressed: CompressedVariants,
}

impl BoardReads {
    /// The board by `read`, or by the read of another request that began after this call.
    pub(crate) async fn get(
        &self,
        venue: VenueId,
        day: Date,
        read: impl Future<Output = Result<Option<ReadBoard>, StoreError>>,
    ) -> Outcome {
        let shared = self.shared((venue, day));
        shared.get(async { Ok(read.await?.map(Arc::new)) }).await
    }

    /// The announced board, with the names of the first `add_names` that succeeds.
    pub(crate) async fn get_announced(
        &self,
        update: &Arc<BoardUpdate>,
        add_names: impl Future<Output = Result<ReadBoard, StoreError>>,
    ) -> Result<Arc<ReadBoard>, StoreError> {
        let read = self.announced_read(update);
        read.get_or_try_init(async || Ok(Arc::new(add_names.await?))).await.cloned()
    }

    fn announced_read(&self, update: &Arc<BoardUpdate>) -> Arc<OnceCell<Arc<ReadBoard>>> {
        let key = (update.board.venue, update.board.day);
        let read_at = update.read_at();
        let mut announced = self.announced.lock();
        let known = announced
            .get(&key)
            .filter(|known| known.update.as_ptr() == Arc::as_ptr(update) && known.read_at == read_at);
        if let Some(known) = known {
            return Arc::clone(&known.read);
        }
        announced.retain(|_, board| board.update.strong_count() > 0);
        let read = Arc::default();
        let new = AnnouncedBoard { update: Arc::downgrade(update), read_at, read: Arc::clone(&read) };
        announced.insert(key, new);
        read
    }

    fn shared(&self, key: (VenueId, Date)) -> Arc<SharedBoardRead> {
        let mut reads = self.running.lock();
        if let Some(shared) = reads.get(&key).and_then(Weak::upgrade) {
            return shared;
        }
        reads.retain(|_, shared| shared.strong_count() > 0);
        let shared = Arc::default();
        reads.insert(key, Arc::downgrade(&shared));
        shared
    }
}

impl ReadBoard {
    pub(crate) fn new(board: Board, names: HashMap<StaffId, String>, at: Timestamp) -> Self {
        Self { board, names, at, written: Mutex::default() }
    }

    /// The body for `viewer`; `write` is called only if it was not written yet.
    pub(crate) fn written(
        &self,
        viewer: StaffId,
        write: impl FnOnce(Option<StaffId>) -> WrittenBoard,
    ) -> WrittenBoard {
        // The body shows which desk holds are those of the person who is signed in.
        let viewer = (!self.board.desk_holds.is_empty()).then_some(viewer);
        let mut written = self.written.lock();
        if let Some(known) = written.iter().find(|known| known.viewer == viewer) {
            return known.clone();
        }
        let new = write(viewer);
        written.push(new.clone());
        new
    }
}
