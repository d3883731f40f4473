//! The written responses of `getcourt`.

use std::collections::HashMap;

use bytes::Bytes;
use jiff::civil::Date;
use parking_lot::Mutex;
use serde::Serialize;
use sideout_app::booking::list_courts::HourOfCourts;
use sideout_domain::{SportId, VenueId, slot::StartTime};

use crate::{platform::CompressedVariants, wire::api_error::ApiError};

/// The most hours that are cached, a few kilobytes each: three venues have about 1,500 in a month, and few of them are
/// requested often.
const MOST_HOURS: usize = 1_024;

/// Cached responses by venue, sport, day and start: an evening is requested far more often than it changes.
#[derive(Default)]
pub(crate) struct WrittenHours {
    last: Mutex<HashMap<HourOfSport, WrittenHour>>,
}

/// An hour of a venue with the sport whose courts are listed; `None`: courts of all sports.
type HourOfSport = (VenueId, Option<SportId>, Date, StartTime);

struct WrittenHour {
    hour: HourOfCourts,
    body: Bytes,
    compressed: CompressedVariants,
}

impl WrittenHours {
    /// The bytes of the response that `answer` builds of `hour`, and their compressed variants. Hours that are not for sale
    /// are not cached: an anonymous caller could request any day.
    pub(crate) fn of<A: Serialize>(
        &self,
        hour: HourOfCourts,
        answer: impl FnOnce(&HourOfCourts) -> A,
    ) -> Result<(Bytes, CompressedVariants), ApiError> {
        let key = (hour.venue.id, hour.sport, hour.day, hour.start);
        if let Some(known) = self.last.lock().get(&key).filter(|known| hour.equals(&known.hour)) {
            return Ok((known.body.clone(), known.compressed.clone()));
        }
        let body = serde_json::to_vec(&answer(&hour)).map(Bytes::from).map_err(|error| {
            tracing::error!(%error, "the courts of an hour could not be serialized");
            ApiError::internal()
        })?;
        let compressed = CompressedVariants::default();
        if hour.taken.is_some() {
            let mut last = self.last.lock();
            if last.len() >= MOST_HOURS && !last.contains_key(&key) {
                last.clear();
            }
            last.insert(key, WrittenHour { hour, body: body.clone(), compressed: compressed.clone() });
        }
        Ok((body, compressed))
    }
}
