//! Arguments of `sideout recover`.

use std::str::FromStr;

use clap::Args;
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use sideout_app::{payments::recovery::Recovery, steps::payment_target::PaymentTarget};
use sideout_domain::receipt::ReceiptNumber;

use super::{settings_file::SettingsFile, staff::parse_moment};

/// Arguments of `recover`.
#[derive(Debug, Args)]
pub(crate) struct RecoverArguments {
    /// When the backup was taken: "2026-11-22 03:00" on the clock of the operator's city, or 2026-11-21T21:30:00Z. If
    /// unsure, give an earlier time.
    #[arg(long, value_name = "WHEN")]
    pub(crate) since: Since,
    /// The last receipt numbers before the loss, as far as you know them, one of each series, separated by commas:
    /// R/26-27/000123,D1/26-27/000456. Of the other series as many numbers are skipped as may have been used.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub(crate) receipts_after: Vec<ReceiptNumber>,
    /// The last numbers of credit notes before the loss, likewise: C/26-27/000045,N1/26-27/000012.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    pub(crate) credit_notes_after: Vec<ReceiptNumber>,
    /// Orders and QR codes that belong to this installation although they are not marked so, separated by commas:
    /// order_RB58MiP5SPFYyM,qr_HMsVL8HOpbMcjU. Look each up in the provider's dashboard first.
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = payment_target)]
    pub(crate) also: Vec<PaymentTarget>,
    /// Only print what would be done.
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) settings: SettingsFile,
}

impl RecoverArguments {
    /// The arguments as the application's type; `zone` is the operator's time zone.
    pub(crate) fn recovery(&self, zone: &TimeZone) -> Result<Recovery, jiff::Error> {
        Ok(Recovery {
            since: self.since.in_zone(zone)?,
            receipts_after: self.receipts_after.clone(),
            credit_notes_after: self.credit_notes_after.clone(),
            also: self.also.clone(),
            dry_run: self.dry_run,
        })
    }
}

fn payment_target(text: &str) -> Result<PaymentTarget, String> {
    text.trim()
        .parse()
        .map_err(|_| "write ids of the provider's orders and QR codes, like order_RB58MiP5SPFYyM".to_owned())
}

/// A time as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Since {
    /// With a UTC offset.
    Instant(Timestamp),
    /// On the clock of the operator's city.
    Local(DateTime),
}

impl Since {
    fn in_zone(self, zone: &TimeZone) -> Result<Timestamp, jiff::Error> {
        match self {
            Since::Instant(at) => Ok(at),
            Since::Local(at) => zone.to_timestamp(at),
        }
    }
}

impl FromStr for Since {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const HINT: &str = "write when the backup was taken: \"2026-11-22 03:00\" on the clock of your city, or \
                             2026-11-21T21:30:00Z";
        let text = text.trim();
        let with_zone = text.parse().map(Since::Instant);
        with_zone.or_else(|_| parse_moment(text).map(Since::Local)).map_err(|_| HINT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_backup_has_an_offset_or_is_local() {
        let india = TimeZone::get("Asia/Kolkata").unwrap();
        let read = |text: &str| text.parse::<Since>().map(|since| since.in_zone(&india).unwrap().to_string());
        for text in
            ["2026-11-22 03:00", "2026-11-22T3:00", "2026-11-21T21:30:00Z", "2026-11-22T03:00:00+05:30"]
        {
            assert_eq!(read(text).as_deref(), Ok("2026-11-21T21:30:00Z"), "{text}");
        }
        for text in ["", "yesterday", "2026-11-22", "03:00", "22.11.2026 03:00", "2026-11-31 03:00", "-3h"] {
            assert!(read(text).unwrap_err().contains("write when the backup was taken"), "{text}");
        }
    }
}
