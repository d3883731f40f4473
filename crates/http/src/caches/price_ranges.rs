//! The price range of each venue.

use std::{collections::HashMap, sync::Arc};

use jiff::{Span, Timestamp, civil::Date};
use parking_lot::Mutex;
use sideout_domain::{SportId, VenueId, money::Money, price::price_range, venue};

/// The price range of each venue for a sport on the days that players can book, as it was last computed: a page shows it far more often
/// than it changes.
#[derive(Default)]
pub(crate) struct PriceRanges {
    last: Mutex<HashMap<VenueId, KnownRange>>,
}

struct KnownRange {
    venue: Arc<venue::Venue>,
    sport: SportId,
    today: Date,
    range: Option<(Money, Money)>,
}

impl PriceRanges {
    /// The lowest and the highest price of `venue` for `sport` on the days that players can book at `now`.
    pub(crate) fn of(
        &self,
        venue: &Arc<venue::Venue>,
        sport: SportId,
        now: Timestamp,
    ) -> Option<(Money, Money)> {
        let today = venue.today(now);
        if let Some(known) = self.last.lock().get(&venue.id)
            && known.today == today
            && known.sport == sport
            && Arc::ptr_eq(&known.venue, venue)
        {
            return known.range;
        }
        let last = venue.hours.window.last_day(today);
        let days = today.series(Span::new().days(1)).take_while(|day| *day <= last);
        let range = price_range(venue, Some(sport), days);
        self.last.lock().insert(venue.id, KnownRange { venue: venue.clone(), sport, today, range });
        range
    }
}
