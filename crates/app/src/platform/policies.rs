//! The rules of bookings, refunds and receipts in force: those that the operator chose at the desk or in its file, and the server's
//! settings where it chose none.

use jiff::civil::{Time, Weekday};
use sideout_domain::{cancellation::CancellationPolicy, money::Money, slot::StartTime};
use sideout_store::StoreError;

use super::{
    brand::{Brand, find_brand},
    settings::{ReceiptSettings, Settings},
};
use crate::App;

/// The rules of bookings and refunds. A booking keeps the cancellation policy it was made under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policies {
    /// How long a court is held for a player who has not confirmed yet, in seconds.
    pub hold_seconds: u32,
    /// How long a court is held from the moment a player begins to pay online, in seconds.
    pub online_hold_seconds: u32,
    /// Open pay-at-court bookings one customer may have at a time.
    pub max_open_unpaid: u32,
    /// A customer with this many strikes must pay online or ask the desk; 0 disables the check.
    pub max_no_shows: u32,
    /// Minutes before a game at which its player is reminded; 0 sends no reminder.
    pub reminder_minutes: u32,
    /// Until when a booking can be cancelled, and what the bank keeps.
    pub cancellation: CancellationPolicy,
    /// The day of the week on which refunds of cancelled bookings are issued.
    pub refund_weekday: Weekday,
    /// The time of that day, in the operator's time zone.
    pub refund_time: Time,
    /// Youngest age at sign-up, in years.
    pub min_age: u32,
}

impl Policies {
    /// The rules in force for this brand on a server with these settings.
    pub fn of(settings: &Settings, brand: &Brand) -> Self {
        let weekday = brand.refund_weekday.unwrap_or(settings.refund_weekday);
        let time = brand.refund_minute.and_then(StartTime::from_minute).map(time_of);
        let bank_charge = brand.bank_charge_paise.unwrap_or(settings.bank_charge_paise);
        Policies {
            hold_seconds: brand.hold_seconds.unwrap_or(settings.hold_seconds),
            online_hold_seconds: brand.online_hold_seconds.unwrap_or(settings.online_hold_seconds),
            max_open_unpaid: brand.max_open_unpaid.unwrap_or(settings.max_open_unpaid),
            max_no_shows: brand.max_no_shows.unwrap_or(settings.max_no_shows),
            reminder_minutes: brand.reminder_minutes.unwrap_or(settings.reminder_minutes),
            cancellation: CancellationPolicy {
                cutoff_minutes: brand.cancel_cutoff_minutes.unwrap_or(settings.cancel_cutoff_minutes),
                bank_charge: Money::from_paise(bank_charge),
            },
            refund_weekday: Weekday::from_monday_one_offset(weekday).unwrap_or(Weekday::Friday),
            refund_time: time.unwrap_or(settings.refund_time),
            min_age: brand.min_age.unwrap_or(settings.min_age),
        }
    }

    /// The minute of the day from which on refunds of cancelled bookings are issued.
    pub fn refund_minute(&self) -> u16 {
        u16::try_from(i16::from(self.refund_time.hour()) * 60 + i16::from(self.refund_time.minute()))
            .unwrap_or(0)
    }
}

fn time_of(start: StartTime) -> Time {
    let (hour, minute) = (start.minute() / 60, start.minute() % 60);
    let part = |number: u16| i8::try_from(number).unwrap_or(0);
    Time::new(part(hour), part(minute), 0, 0).unwrap_or(Time::midnight())
}

/// The rules in force now, at most two seconds old.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_policies(app: &App) -> Result<Policies, StoreError> {
    Ok(Policies::of(&app.settings, &*find_brand(app).await?))
}

/// How receipts are written for this brand on a server with these settings.
pub fn receipt_rules(settings: &ReceiptSettings, brand: &Brand) -> ReceiptSettings {
    let or = |own: &Option<String>, otherwise: &String| own.as_ref().unwrap_or(otherwise).clone();
    ReceiptSettings {
        series: settings.series.clone(),
        credit_series: settings.credit_series.clone(),
        gst_rate: brand.gst_rate.unwrap_or(settings.gst_rate),
        sac: or(&brand.sac, &settings.sac),
        place_of_supply: or(&brand.place_of_supply, &settings.place_of_supply),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_the_operator_left_out_is_that_of_the_server() {
        let mut settings = Settings::default();
        settings.receipts.place_of_supply = "24 Gujarat".to_owned();
        let none = Policies::of(&settings, &Brand::default());
        assert_eq!((none.hold_seconds, none.cancellation.cutoff_minutes), (600, 360));
        assert_eq!((none.refund_weekday, none.refund_minute()), (Weekday::Friday, 660));
        let brand = Brand {
            cancel_cutoff_minutes: Some(0),
            refund_weekday: Some(1),
            refund_minute: Some(1_439),
            gst_rate: Some(500),
            sac: Some(String::new()),
            ..Brand::default()
        };
        let own = Policies::of(&settings, &brand);
        assert_eq!((own.hold_seconds, own.cancellation.cutoff_minutes), (600, 0));
        assert_eq!(own.cancellation.bank_charge, Money::from_rupees(30));
        assert_eq!((own.refund_weekday, own.refund_minute()), (Weekday::Monday, 1_439));
        assert_eq!(receipt_rules(&settings.receipts, &Brand::default()), settings.receipts);
        let receipts = receipt_rules(&settings.receipts, &brand);
        assert_eq!((receipts.gst_rate, receipts.sac.as_str()), (500, ""));
        assert_eq!((receipts.series.as_str(), receipts.place_of_supply.as_str()), ("R", "24 Gujarat"));
    }
}
