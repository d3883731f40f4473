//! The serialized responses of `gettimeslots`.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use jiff::Timestamp;
use parking_lot::Mutex;
use serde::Serialize;
use sideout_app::platform::availability::Month;
use sideout_domain::{SportId, VenueId};

use crate::{platform::CompressedVariants, wire::api_error::ApiError};

/// Cached responses by venue and sport: the response is requested far more often than it changes, and serializing and compressing
/// five hundred slots costs far more than the rest of the call.
#[derive(Default)]
pub(crate) struct WrittenMonths {
    last: Mutex<HashMap<(VenueId, SportId), WrittenMonth>>,
}

#[derive(Clone)]
struct WrittenMonth {
    month: Arc<Month>,
    /// The response without its last field and closing brace.
    start: Bytes,
    /// The second in its `server_time`.
    second: Timestamp,
    whole: Bytes,
    compressed: CompressedVariants,
}

impl WrittenMonths {
    /// The bytes of the response that `answer` builds from a month and a time, and their compressed variants. `server_time`
    /// has whole seconds, so the bytes are the same within a second.
    pub(crate) fn find_response<A: Serialize>(
        &self,
        month: &Arc<Month>,
        now: Timestamp,
        answer: impl FnOnce(&Month, String) -> A,
    ) -> Result<(Bytes, CompressedVariants), ApiError> {
        let written = self.write(month, now, answer)?;
        Ok((written.whole, written.compressed))
    }

    /// The response without its last field, the time, and without the closing brace: equal for equal months.
    pub(crate) fn find_response_start<A: Serialize>(
        &self,
        month: &Arc<Month>,
        now: Timestamp,
        answer: impl FnOnce(&Month, String) -> A,
    ) -> Result<Bytes, ApiError> {
        Ok(self.write(month, now, answer)?.start)
    }

    fn write<A: Serialize>(
        &self,
        month: &Arc<Month>,
        now: Timestamp,
        answer: impl FnOnce(&Month, String) -> A,
    ) -> Result<WrittenMonth, ApiError> {
        let second = Timestamp::from_second(now.as_second()).unwrap_or(now);
        let key = (month.venue.id, month.sport);
        let known = self.last.lock().get(&key).filter(|known| Arc::ptr_eq(&known.month, month)).cloned();
        let start = match known {
            Some(known) if known.second == second => return Ok(known),
            Some(known) => known.start,
            None => {
                let mut answer = serde_json::to_vec(&answer(month, String::new())).map_err(|error| {
                    tracing::error!(%error, "a month could not be serialized");
                    ApiError::internal()
                })?;
                answer.truncate(answer.len() - EMPTY_TIME.len());
                Bytes::from(answer)
            }
        };
        let whole = [&start[..], format!(r#","server_time":"{second}"}}"#).as_bytes()].concat();
        let written = WrittenMonth {
            month: month.clone(),
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
