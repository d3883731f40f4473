//! Typed ids that cannot be confused with each other.

use std::{fmt, num::ParseIntError, str::FromStr};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map($name)
            }
        }
    };
}

id! {
    /// A venue, numbered from 1.
    VenueId
}
id! {
    /// A court, unique over all venues. The number painted on it is [`crate::venue::Court::number`].
    CourtId
}
id! {
    /// A sport; 1 is pickleball (spec §9).
    SportId
}
id! {
    /// A customer: twelve random digits, so that ids reveal nothing and fit into a JavaScript number.
    CustomerId
}
id! {
    /// A coupon.
    CouponId
}
id! {
    /// A bill, numbered by the database.
    BillId
}
id! {
    /// A refund, numbered by the database.
    RefundId
}
id! {
    /// A payment taken at a desk, numbered by the database.
    DeskPaymentId
}
id! {
    /// A shift of a desk's cash drawer, numbered by the database.
    ShiftId
}
id! {
    /// A member of staff.
    StaffId
}
id! {
    /// A device of a front desk that was paired.
    DeviceId
}
id! {
    /// A block: courts that the venue keeps from players.
    BlockId
}
id! {
    /// Orders made together, numbered by the database.
    GroupId
}
id! {
    /// A note about a player, numbered by the database.
    NoteId
}
