//! The serialized responses of `gettimeslots`.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use jiff::Timestamp;
use parking_lot::Mutex;
use serde::Serialize;
use sideout_app::platform::availability::BookableDays;
use sideout_domain::{SportId, VenueId};

use crate::{platform::CompressedVariants, wire::api_error::ApiError};

/// Cached responses by venue and sport: the response is requested far more often than it changes, and serializing and compressing
/// five hundred slots costs far more than the rest of the call.
#[derive(Default)]
pub(crate) struct WrittenDays {
    last: Mutex<HashMap<(VenueId, SportId), WrittenResponse>>,
}

#[derive(Clone)]
struct WrittenResponse {
    bookable: Arc<BookableDays>,
    /// The response without its last field and closing brace.
    start: Bytes,
    /// The second in its `server_time`.
    second: Timestamp,
    whole: Bytes,
    compressed: CompressedVariants,
}

impl WrittenDays {
    /// The bytes of the response that `answer` builds from bookable days and a time, and their compressed variants. `server_time`
    /// has whole seconds, so the bytes are the same within a second.
    pub(crate) fn find_response<A: Serialize>(
        &self,
        bookable: &Arc<BookableDays>,
        now: Timestamp,
        answer: impl FnOnce(&BookableDays, String) -> A,
    ) -> Result<(Bytes, CompressedVariants), ApiError> {
        let written = self.write(bookable, now, answer)?;
        Ok((written.whole, written.compressed))
    }

    /// The response without its last field, the time, and without the closing brace: equal for equal bookable days.
    pub(crate) fn find_response_start<A: Serialize>(
        &self,
        bookable: &Arc<BookableDays>,
        now: Timestamp,
        answer: impl FnOnce(&BookableDays, String) -> A,
    ) -> Result<Bytes, ApiError> {
        Ok(self.write(bookable, now, answer)?.start)
    }

    fn write<A: Serialize>(
        &self,
        bookable: &Arc<BookableDays>,
        now: Timestamp,
        answer: impl FnOnce(&BookableDays, String) -> A,
    ) -> Result<WrittenResponse, ApiError> {
        let second = Timestamp::from_second(now.as_second()).unwrap_or(now);
        let key = (bookable.venue.id, bookable.sport);
        let known =
            self.last.lock().get(&key).filter(|known| Arc::ptr_eq(&known.bookable, bookable)).cloned();
        let start = match known {
            Some(known) if known.second == second => return Ok(known),
            Some(known) => known.start,
            None => {
                let mut answer = serde_json::to_vec(&answer(bookable, String::new())).map_err(|error| {
                    tracing::error!(%error, "bookable days could not be serialized");
                    ApiError::internal()
                })?;
                answer.truncate(answer.len() - EMPTY_TIME.len());
                Bytes::from(answer)
            }
        };
        let whole = [&start[..], format!(r#","server_time":"{second}"}}"#).as_bytes()].concat();
        let written = WrittenResponse {
            bookable: bookable.clone(),
            start,
            second,
            whole: Bytes::from(whole),
            compressed: CompressedVariants::default(),
        };
        self.last.lock().insert(key, written.clone());
        Ok(written)
    }
}

/// The end of a response whose `server_time`, its last field, is empty.
const EMPTY_TIME: &str = r#","server_time":""}"#;
