//! What the operator offers at [`VENUE`]: prices, hours and coupons. Each begins with defaults, and a test names what differs:
//! `Coupon::flat("WELCOME50", 50).uses(3).add(&store)`.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use jiff::Timestamp;
use sideout_domain::{hours::BookingWindow, slot::StartTime, venue::OpeningHours};
use sideout_store::{ChangeEvent, Session, Statement, Store, StoreError, import::Imports, params};

use crate::{TestApp, sample_venue::VENUE};

/// A price of [`VENUE`], by default of all its courts and the whole day.
#[derive(Debug, Clone)]
pub struct PriceRule {
    id: i64,
    paise: i64,
    court: Option<i64>,
    from_minute: i64,
    until_minute: i64,
}

impl PriceRule {
    /// A price in rupees, as rule 1.
    pub fn rupees(rupees: i64) -> Self {
        Self::paise(rupees * 100)
    }

    /// A price in paise, as rule 1.
    pub fn paise(paise: i64) -> Self {
        PriceRule { id: 1, paise, court: None, from_minute: 0, until_minute: 1440 }
    }

    /// Sets another number; the venue has rule 1 from the beginning.
    #[must_use]
    pub fn numbered(self, id: i64) -> Self {
        PriceRule { id, ..self }
    }

    /// Limits the rule to this court.
    #[must_use]
    pub fn of_court(self, court: i64) -> Self {
        PriceRule { court: Some(court), ..self }
    }

    /// Limits the rule to the hours from `from` to `until`, each like `"6:00 PM"`.
    #[must_use]
    pub fn between(self, from: &str, until: &str) -> Self {
        PriceRule { from_minute: minute(from), until_minute: minute(until), ..self }
    }

    /// Adds the rule.
    ///
    /// # Panics
    /// If its number is in use.
    pub async fn add(self, store: &Store) {
        let added = store.write(self, |tx, rule| Box::pin(rule.insert(tx)));
        added.await.expect("a new price rule can be added");
    }

    pub(crate) async fn insert(&self, tx: &mut dyn Session) -> Result<u64, StoreError> {
        const RULE: Statement = Statement {
            name: "testkit/price",
            text: "insert into price_rule (price_rule_id, venue_id, court_id, on_day, weekdays, from_minute, until_minute,
                                           price_paise)
                   values ($1, $2, $3, null, 127, $4, $5, $6)",
        };
        tx.run(RULE, params![self.id, VENUE.0, self.court, self.from_minute, self.until_minute, self.paise])
            .await
    }
}

/// A coupon, by default without limits.
#[derive(Debug, Clone)]
pub struct Coupon {
    code: &'static str,
    kind: &'static str,
    /// In paise, or in hundredths of a percent.
    value: i64,
    uses: Option<i64>,
    uses_of_one: Option<i64>,
}

impl Coupon {
    /// A discount of this number of rupees.
    pub fn flat(code: &'static str, rupees: i64) -> Self {
        Coupon { code, kind: "flat", value: rupees * 100, uses: None, uses_of_one: None }
    }

    /// A discount of this percentage of the price.
    pub fn percent(code: &'static str, percent: i64) -> Self {
        Coupon { kind: "percent", ..Self::flat(code, percent) }
    }

    /// Sets the most uses in all.
    #[must_use]
    pub fn uses(self, uses: i64) -> Self {
        Coupon { uses: Some(uses), ..self }
    }

    /// Sets the most uses by each customer.
    #[must_use]
    pub fn uses_of_one(self, uses: i64) -> Self {
        Coupon { uses_of_one: Some(uses), ..self }
    }

    /// Adds it as coupon 1.
    ///
    /// # Panics
    /// If there is one already.
    pub async fn add(self, store: &Store) {
        const COUPON: Statement = Statement {
            name: "testkit/coupon",
            text: "insert into coupon (coupon_id, code, kind, value, max_discount_paise, min_amount_paise, starts_at, ends_at,
                                       venue_ids, total_limit, per_customer_limit, used, active)
                   values (1, $1, $2, $3, null, 0, null, null, null, $4, $5, 0, 1)",
        };
        let added = store.write(self, |tx, coupon| {
            Box::pin(async move {
                let Coupon { code, kind, value, uses, uses_of_one } = *coupon;
                tx.run(COUPON, params![code.to_owned(), kind.to_owned(), value, uses, uses_of_one]).await
            })
        });
        let added: Result<u64, StoreError> = added.await;
        added.expect("a new coupon can be added");
    }
}

/// The hours of [`VENUE`] on all days, by default those it has from the beginning.
#[derive(Debug, Clone)]
pub struct Hours {
    first: &'static str,
    last: &'static str,
    slot_minutes: i64,
    zone: &'static str,
    horizon_days: Option<u16>,
}

impl Hours {
    /// Starts at 6 AM, 7 AM and so on to 10 PM.
    pub fn usual() -> Self {
        Hours {
            first: "6:00 AM",
            last: "10:00 PM",
            slot_minutes: 60,
            zone: "Asia/Kolkata",
            horizon_days: None,
        }
    }

    /// Sets the first and the last start, each like `"6:30 AM"`.
    #[must_use]
    pub fn starts(self, first: &'static str, last: &'static str) -> Self {
        Hours { first, last, ..self }
    }

    /// Sets the length of a slot in minutes; its last five are not played.
    #[must_use]
    pub fn slots_of(self, slot_minutes: i64) -> Self {
        Hours { slot_minutes, ..self }
    }

    /// Sets another time zone.
    #[must_use]
    pub fn in_zone(self, zone: &'static str) -> Self {
        Hours { zone, ..self }
    }

    /// Sets how many days ahead players can book.
    #[must_use]
    pub fn ahead(self, days: u16) -> Self {
        Hours { horizon_days: Some(days), ..self }
    }

    /// Changes the hours in the database and drops the application's cached ones.
    ///
    /// # Panics
    /// If the database refuses them.
    pub async fn set(self, app: &TestApp) {
        const SLOTS: Statement = Statement {
            name: "testkit/set_slots",
            text: "update venue set slot_minutes = $1, play_minutes = $1 - 5, time_zone = $2 where venue_id = $3",
        };
        let changed = app.store.write(self, |tx, hours| {
            Box::pin(async move {
                let span = OpeningHours { first_start: start(hours.first), last_start: start(hours.last) };
                let published = sideout_domain::hours::Hours {
                    window: BookingWindow { horizon_days: hours.horizon_days, lead_minutes: 0 },
                    ..sideout_domain::hours::Hours::every_day(span)
                };
                Imports(tx).put_hours(VENUE, &published, Timestamp::UNIX_EPOCH).await?;
                tx.run(SLOTS, params![hours.slot_minutes, hours.zone.to_owned(), VENUE.0]).await?;
                tx.announce(ChangeEvent::Everything);
                Ok(())
            })
        });
        let changed: Result<(), StoreError> = changed.await;
        changed.expect("the hours can be changed");
        app.venues.forget();
        app.availability.forget_all();
    }
}

fn start(time: &str) -> StartTime {
    time.parse().expect("a time like 6:30 AM")
}

/// The minute of the day.
fn minute(time: &str) -> i64 {
    start(time).minute().into()
}
