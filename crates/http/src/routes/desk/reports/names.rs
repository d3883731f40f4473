//! What the answers of reports count by, as they name it.

use serde::{Deserialize, Serialize};
use sideout_domain::report;
use utoipa::ToSchema;

/// Declares the names of a value of the domain in answers and queries.
macro_rules! wire_names {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl From<report::$name> for $name {
            fn from(value: report::$name) -> Self {
                match value { $(report::$name::$variant => $name::$variant,)* }
            }
        }

        impl From<$name> for report::$name {
            fn from(value: $name) -> Self {
                match value { $($name::$variant => report::$name::$variant,)* }
            }
        }
    };
}

wire_names! {
    /// How long before the start of play.
    LeadTime {
        /// Less than 2 hours.
        #[serde(rename = "within_2_hours")]
        Within2Hours,
        /// From 2 to less than 24 hours.
        #[serde(rename = "within_24_hours")]
        Within24Hours,
        /// From 1 to less than 3 days.
        #[serde(rename = "within_3_days")]
        Within3Days,
        /// 3 days and more.
        Earlier,
    }
}

wire_names! {
    /// How a booking was made, and how its player chose to pay.
    BookedHow {
        /// By the player, paid online.
        AppOnline,
        /// By the player, to be paid at the court.
        AppCourt,
        /// By staff.
        Desk,
    }
}

wire_names! {
    /// Who ended a booking.
    CancelledBy {
        /// The player.
        Player,
        /// Staff, for the player.
        Desk,
        /// The venue, by closing the court.
        Venue,
    }
}

wire_names! {
    /// Where a booking came from for which money came.
    RevenueSource {
        /// Booked by the player.
        App,
        /// Booked by staff.
        Desk,
        /// One of a weekly series.
        Weekly,
        /// Imported as paid.
        Imported,
    }
}

wire_names! {
    /// How money came or went.
    RevenueWay {
        /// Cash.
        Cash,
        /// UPI to the venue's own account.
        Upi,
        /// The card machine.
        Card,
        /// A bank transfer.
        Bank,
        /// Through the payment provider, by QR codes at the desk as well.
        Online,
        /// A booking that was imported as paid.
        Imported,
    }
}

wire_names! {
    /// Whether a share is clearly another one than before.
    Trend {
        /// By ten points or more above.
        Up,
        /// By ten points or more below.
        Down,
        /// In between, or there is nothing to compare.
        Same,
    }
}
