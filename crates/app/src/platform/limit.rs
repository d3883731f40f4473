//! The limits that requests are checked against.

/// A limit on how often something may be requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Logins, registrations and changes of a password from one network.
    LoginsPerNetwork,
    /// Codes, reset tokens and one-time links tried from one network, and challenges of passkeys requested and answered.
    CodesPerNetwork,
    /// Wrong passwords for one number from one network; they delay the next attempt.
    WrongPasswords,
    /// The shortest time between two codes to one number. Here and in the next three, codes of logins are counted apart from the others.
    CodeGap,
    /// Codes requested for one number in ten minutes.
    TextsIn10Minutes,
    /// Codes requested for one number in an hour.
    TextsAnHour,
    /// Codes requested for one number in a day.
    TextsADay,
    /// Messages with a code requested from one network.
    TextsPerNetwork,
    /// Messages with a code to all numbers together.
    TextsInAll,
    /// Messages that a network can request and still use the budget reserved for networks that request few. It refuses
    /// no call by itself.
    TextsKeptPerNetwork,
    /// Avatars of one customer.
    Avatars,
    /// Edits of one customer's profile.
    ProfileEdits,
    /// Courts one customer may hold in ten minutes.
    HoldsIn10Minutes,
    /// Courts one customer may hold in a day.
    HoldsADay,
    /// Coupon codes one customer may try in a minute.
    CouponsAMinute,
    /// Coupon codes one customer may try in a day.
    CouponsADay,
    /// Payment status requests of one customer in a minute.
    PaymentPolls,
    /// Bookings one customer may cancel in a day.
    Cancellations,
    /// Codes of authenticator apps tried for one member of staff.
    StaffCodes,
    /// Wrong PINs of one member of staff on one device; they delay the next attempt.
    StaffPins,
}

impl Limit {
    /// The limits that refuse calls.
    pub const ALL: [Limit; 19] = [
        Limit::LoginsPerNetwork,
        Limit::CodesPerNetwork,
        Limit::WrongPasswords,
        Limit::CodeGap,
        Limit::TextsIn10Minutes,
        Limit::TextsAnHour,
        Limit::TextsADay,
        Limit::TextsPerNetwork,
        Limit::TextsInAll,
        Limit::Avatars,
        Limit::ProfileEdits,
        Limit::HoldsIn10Minutes,
        Limit::HoldsADay,
        Limit::CouponsAMinute,
        Limit::CouponsADay,
        Limit::PaymentPolls,
        Limit::Cancellations,
        Limit::StaffCodes,
        Limit::StaffPins,
    ];

    /// Its name in the metrics: the key of its setting, if it has one.
    pub fn name(self) -> &'static str {
        match self {
            Limit::LoginsPerNetwork => "logins_per_network",
            Limit::CodesPerNetwork => "codes_per_network",
            Limit::WrongPasswords => "wrong_passwords",
            Limit::CodeGap => "otp_resend_seconds",
            Limit::TextsIn10Minutes => "texts_per_phone_in_10_minutes",
            Limit::TextsAnHour => "texts_per_phone_an_hour",
            Limit::TextsADay => "texts_per_phone_a_day",
            Limit::TextsPerNetwork => "texts_per_network",
            Limit::TextsInAll => "texts_in_all",
            Limit::TextsKeptPerNetwork => "texts_kept_per_network",
            Limit::Avatars => "avatars_per_customer",
            Limit::ProfileEdits => "profile_edits_per_customer",
            Limit::HoldsIn10Minutes => "holds_in_10_minutes",
            Limit::HoldsADay => "holds_a_day",
            Limit::CouponsAMinute => "coupons_a_minute",
            Limit::CouponsADay => "coupons_a_day",
            Limit::PaymentPolls => "payment_polls_a_minute",
            Limit::Cancellations => "cancellations_a_day",
            Limit::StaffCodes => "staff_codes",
            Limit::StaffPins => "staff_pins",
        }
    }

    /// The prefix of its bucket names in the database.
    pub(super) fn bucket(self) -> &'static str {
        match self {
            Limit::LoginsPerNetwork => "login-ip",
            Limit::CodesPerNetwork => "code-ip",
            Limit::WrongPasswords => "wrong-password",
            Limit::CodeGap => "text-gap",
            Limit::TextsIn10Minutes => "text-10min",
            Limit::TextsAnHour => "text-hour",
            Limit::TextsADay => "text-day",
            Limit::TextsPerNetwork => "text-ip",
            Limit::TextsInAll => "text-all",
            Limit::TextsKeptPerNetwork => "text-few",
            Limit::Avatars => "avatar",
            Limit::ProfileEdits => "profile",
            Limit::HoldsIn10Minutes => "hold-10min",
            Limit::HoldsADay => "hold-day",
            Limit::CouponsAMinute => "coupon-min",
            Limit::CouponsADay => "coupon-day",
            Limit::PaymentPolls => "payment-look",
            Limit::Cancellations => "cancel-day",
            Limit::StaffCodes => "staff-code-day",
            Limit::StaffPins => "staff-pin",
        }
    }
}
