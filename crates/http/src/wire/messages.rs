//! Every message of the players' API in one list: its code, its parameters and its English text. The refusals of the desk's API are in
//! `problem.rs`.
//!
//! The list is exported in `openapi.json` (`x-messages`); the web app translates a message by its code.

mod from_errors;
mod params;

use std::{borrow::Cow, collections::BTreeMap};

use serde::Serialize;
use sideout_app::platform::brand;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use self::params::Param;
pub use self::params::{Count, Details, Minutes, Paise, ParamValue, Params, Seconds};

/// One entry of the exported list.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Described {
    /// The English text; parameters in braces.
    english: &'static str,
    /// The kind of each parameter.
    params: BTreeMap<&'static str, &'static str>,
}

/// Declares [`Message`] with one line per message: its parameters, its key and its English text.
///
/// The key is the code or `code.reason`; then the answer's parameters include the `reason`.
macro_rules! messages {
    ($( $name:ident $({ $($param:ident: $kind:ty),+ })? => $key:literal, $text:expr; )+) => {
        /// A message for people. Its key and its text are in the list in `messages.rs`.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each message's text says what it means")]
        pub enum Message {
            $( $name $({ $($param: $kind),+ })?, )+
        }

        impl Message {
            /// The code, or `code.reason`.
            pub fn key(&self) -> &'static str {
                match self { $( Message::$name { .. } => $key, )+ }
            }

            fn template(&self) -> &'static str {
                match self { $( Message::$name { .. } => $text, )+ }
            }

            fn each_param(&self, mut visit: impl FnMut(&'static str, &dyn Param)) {
                match self {
                    $( Message::$name $({ $($param),+ })? => { $( $( visit(stringify!($param), $param); )+ )? } )+
                }
            }
        }

        /// All messages, in the order of the list.
        fn described() -> Vec<(&'static str, Described)> {
            vec![ $( ($key, Described {
                english: $text,
                params: BTreeMap::from([ $( $( (stringify!($param), <$kind as Param>::kind().0) ),+ )? ]),
            }), )+ ]
        }

        /// The names of all parameters with the ending that their kind requires.
        #[cfg(test)]
        fn endings() -> Vec<(&'static str, &'static str)> {
            vec![ $( $( $( (stringify!($param), <$kind as Param>::kind().1), )+ )? )+ ]
        }
    };
}

messages! {
    // The protocol.
    BadApiKey => "bad_api_key", "The api-key header is missing or not valid. Please reload the page.";
    MissingToken => "missing_token", "Authentication token is missing!";
    BadToken => "bad_token", "You have been logged out. Please log in again to continue.";
    PrefetchRefused => "prefetch_refused",
        "This address changes a booking, so it does not answer before you really ask for it.";
    CrossSiteRefused => "cross_site_refused", "This address changes a booking, so it only answers our own pages.";
    NoSuchOrder => "not_found.order", "We can't find that booking in your account.";
    NoSuchOffer => "not_found.offer", "This link is not valid. Please open it from our latest message.";
    NoSuchAddress => "not_found.address", "There is nothing at this address.";
    NoSuchPicture => "not_found.picture", "There is no picture at this address.";
    NoPaymentAccount => "not_found.payment_account", "There is no payment account at this address.";
    BadWebhookSignature => "bad_signature.webhook", "The signature is not valid.";
    MethodNotAllowed => "method_not_allowed", "This address does not answer that kind of request.";
    Malformed { details_in_english: Details } => "malformed", "{details_in_english}";
    TooSlow => "too_slow", "The request took too long to arrive. Please check your connection and try again.";
    TooLarge { limit_kb: Count } => "too_large",
        "The request is too large: at most {limit_kb} KB are accepted here.";
    UnsupportedMediaType => "unsupported_media_type", "The body must be sent as application/json.";
    Throttled => "throttled", "That was a bit too quick. Please wait a moment and try again.";
    PasswordsBusy => "throttled.passwords_busy", "It is very busy right now. Please try again in a moment.";
    TooManyCancellations => "throttled.cancellations",
        "That's a lot of cancellations for one day. Please ask the front desk for help.";
    TooManyHolds => "throttled.holds", "You have held many courts in a short time. Please take a short break.";
    CodeUnderWay => "throttled.code_sent", "A code is on its way already. Please give it a moment.";
    EnoughCodes => "throttled.codes", "Enough codes were sent for now. Please try again later.";
    Unavailable => "unavailable", "We can't reach our booking desk right now. Please try again in a moment.";
    TooManyConnections => "unavailable.connections",
        "We are very busy right now. Please try again in a few seconds.";
    UnknownOutcome => "unknown_outcome",
        "We could not tell whether that went through. Please check your bookings before you try again.";
    Internal => "internal", "Something went wrong on our side. Please try again in a moment.";

    // Fields that are not valid. The specification's texts (spec §5), or texts in their style.
    FullNameRequired => "invalid.full_name_required", "Full name is required";
    FullNameTooShort => "invalid.full_name_too_short", "Full name must be at least 3 characters";
    FullNameTooLong => "invalid.full_name_too_long", "Full name cannot exceed 50 characters";
    FullNamePattern => "invalid.full_name_pattern", "Full name must start with a letter.";
    EmailRequired => "invalid.email_required", "Email is required";
    EmailInvalid => "invalid.email", "Invalid email address";
    PhoneRequired => "invalid.phone_required", "Phone number is required";
    PhoneTenDigits => "invalid.phone_ten_digits", "Phone number must be 10 digits";
    PhoneNotMobile => "invalid.phone_not_mobile", "That does not look like an Indian mobile number.";
    BirthdateRequired => "invalid.birthdate_required", "Birthdate is required";
    BirthdateInvalid => "invalid.birthdate", "Birthdate must be a real date.";
    BirthdateNotPast => "invalid.birthdate_not_past", "Birthdate must be in the past.";
    TooYoung { min_age: Count } => "invalid.too_young",
        "You need to be at least {min_age} to have an account. Ask a grown-up to book for you!";
    GenderRequired => "invalid.gender", "Select your gender.";
    PasswordRequired => "invalid.password_required", "Password is required";
    PasswordTooShort { min: Count } => "invalid.password_too_short", "Password must be at least {min} characters";
    PasswordTooLong => "invalid.password_too_long", "Password cannot exceed 128 characters";
    NewPasswordTooShort { min: Count } => "invalid.new_password_too_short",
        "New password must be at least {min} characters";
    OldPasswordRequired => "invalid.old_password_required", "Please enter your current password.";
    PasswordsDiffer => "invalid.passwords_differ", "Oops! The passwords don’t match.";
    CodeRequired => "invalid.code_required", "OTP is required";
    CodeSixDigits => "invalid.code_six_digits", "OTP must be exactly 6 digits";
    CodeDigits => "invalid.code_digits", "OTP must be a 6-digit number";
    PictureNotWhole => "invalid.picture_not_whole", "The picture didn't upload completely. Please try again.";
    PictureTooHeavy => "bad_picture.too_heavy",
        "That picture is too heavy. Please choose one under 1.5 MB.";
    PictureFormat => "bad_picture.format",
        "That file isn’t a picture we can use. Please choose a JPEG, PNG or WebP.";
    PictureTooLarge => "bad_picture.too_large",
        "That picture has too many pixels. Please choose one of at most 8 megapixels, up to 4096 pixels a side.";
    PictureDamaged => "bad_picture.damaged",
        "We couldn’t read that picture. It may be damaged. Please try another one.";
    PictureBusy => "bad_picture.busy", "We’re busy with other pictures. Please try again in a moment.";

    // Accounts.
    CodeSent => "code_sent", "OTP Sent Successfully";
    CodesUnavailable => "codes_unavailable", "We can't send codes at the moment. Please try again in a minute.";
    CodeVerified => "code_verified", "OTP Verified";
    ResetCodeVerified => "code_verified.reset", "OTP Verified successfully!";
    MustSetPassword => "must_set_password", "You already have an account with us. Please set a new password.";
    WrongCode { tries_left: Count } => "wrong_code", "That's not the code we sent. {tries_left} tries left.";
    WrongCodeOneTry => "wrong_code.one_try_left", "That's not the code we sent. One try left.";
    WrongCodeNoTry => "wrong_code.no_try_left",
        "That was not the code, and it was the last try. Please start again.";
    CodeExpired => "code_expired", "This code can't be used any more. Please ask for a new one.";
    CodeNotResent => "code_expired.resend", "We can't send another code for this one. Please start again.";
    LoggedIn => "logged_in", "Welcome back!";
    VerificationPending => "verification_pending", "Verification Pending";
    WrongCredentials => "wrong_credentials", "Invalid phone number, or password.";
    AccountLocked => "account_locked", "This account is locked because its data will be erased. If you want to keep it, please call us.";
    LoggedOut => "logged_out", "You are logged out. See you on the court!";
    PasswordReset => "password_reset", "Password has been changed successfully!";
    GrantExpired => "grant_expired", "Too much time has passed. Please request a new code.";
    PasswordChanged => "password_changed", "Password Updated!";
    WrongPassword => "wrong_password", "That is not your current password.";
    SamePassword => "same_password", "Your new password is your old one. Please pick another.";
    Profile => "profile", "Here is your profile.";
    PictureSaved => "picture_saved", "Changes Saved!";
    DetailsSaved => "details_saved", "Details Updated!";

    // Looking for a court.
    Config => "config", "Game on.";
    DefaultTagline => "default_tagline", brand::DEFAULT_TAGLINE;
    DefaultHeroTitle => "default_hero_title", brand::DEFAULT_HERO_TITLE;
    Venues => "venues", "Where would you like to play?";
    Slots => "slots", "When would you like to play?";
    Courts => "courts", "Pick your court.";
    Alternatives => "alternatives", "Here is what comes nearest.";
    VenuesFree { venues: Count } => "venues_free", "{venues} venues have a court.";
    OneVenueFree => "venues_free.one", "1 venue has a court.";
    NoVenueFree => "venues_free.none", "No court is free then. Here is what comes nearest.";
    NoSuchVenue => "no_such_venue", "We can't find that venue. Please pick another one.";
    NoSuchCourt => "no_such_court", "We can't find that court. Please pick another one.";
    HourNotBookable => "not_bookable", "That hour can't be booked. Please pick another time.";
    HourTooLate { lead_minutes: Minutes } => "not_bookable.too_late",
        "Here an hour can be booked until {lead_minutes} before it starts. Pick a later one, or call the venue.";
    DayTooFarAhead { days: Count } => "not_bookable.too_far_ahead",
        "Here courts can be booked up to {days} days ahead. Pick an earlier day.";
    DayTooFarAheadByOne => "not_bookable.one_day_ahead",
        "Here courts can be booked for today and tomorrow. Pick one of these days.";
    DayNotBookable => "not_bookable.day", "That day can't be booked. Please pick another one.";
    DayOutOfReach => "not_bookable.day_out_of_reach",
        "That day can't be booked. Pick one from today to a month ahead.";

    // Holding and booking a court.
    Held { left_seconds: Seconds } => "held", "It's yours for the next {left_seconds}.";
    SlotTaken => "slot_taken", "Someone was quicker: that court has just been taken. Pick another one.";
    AlreadyBooked => "already_booked",
        "This court is yours already: you have booked it. Your pass is in your bookings.";
    AlreadyBookedPaying => "already_booked.paying",
        "This court is booked already. You'll find it in your bookings.";
    AlreadyBookedReleasing => "already_booked.releasing",
        "This court is booked already. You can cancel it from your bookings.";
    TooManyExpiredHolds { wait_minutes: Minutes } => "lapsed_too_often",
        "You have held this court twice without booking it. Give others a chance and try again in {wait_minutes}.";
    Released => "released", "The court is free again.";
    HoldExpired => "hold_expired",
        "Time's up: we could not hold that court any longer. Pick it again if it's still free.";
    CouponApplied => "coupon_applied", "Coupon applied successfully!";
    CouponMissing => "bad_coupon.missing", "Please enter a coupon code.";
    BadCoupon => "bad_coupon", "Invalid coupon code.";
    CouponMinimum { minimum_paise: Paise } => "coupon_minimum", "This coupon needs a total of at least {minimum_paise}.";
    CouponChanged { total_paise: Paise } => "coupon_changed",
        "This coupon has changed: with it, {total_paise} are to be paid now. Apply it again if you want it.";
    CouponVenue => "coupon_venue", "This coupon is for another venue.";
    BookingConfirmed => "booking_confirmed", "Booking Confirmed!";
    Cancelled => "cancelled", "This booking was cancelled. Please book again.";
    CancelledMoved => "cancelled.moved",
        "The venue closed this court, and you took another one for it. You'll find that one in your bookings.";
    CancelledOffered => "cancelled.offered",
        "The venue closed this court. Choose another one, or your money back if you have paid: open this game in your bookings.";
    CancelledReleasing => "cancelled.releasing", "This booking was cancelled already.";
    TooManyUnpaid { most: Count } => "too_many_unpaid",
        "You already have {most} games to pay at the court. Play or cancel one of them first.";
    OneUnpaid => "too_many_unpaid.one", "You already have a game to pay at the court. Play or cancel it first.";
    CallTheDesk => "call_the_desk", "Please call the desk. Booking online is off for your account.";
    PayAtDesk => "pay_at_desk",
        "Paying at the court is off for your account after missed games. Please ask at the front desk.";

    // A court that the venue closed.
    ClosureOffers => "closure_offers", "We had to close your court. You choose what happens now.";
    ClosureChoices => "closure_choices", "Here is what you can take instead.";
    ClosurePlaceChosen => "closure_place_chosen", "It's yours. See you there!";
    ClosureMoneyChosen => "closure_money_chosen", "Done. You gave this game up.";
    ClosureAnswered => "closure_answered", "This was answered already. Here is what was chosen.";
    ClosurePriceChanged { total_paise: Paise } => "closure_price_changed",
        "The price there has changed: it is {total_paise} now. Please look at it again.";

    // Paying online.
    PayNow => "pay_now", "Almost there: pay to make this court yours.";
    OnlinePaymentOff => "online_payment_off",
        "Online payment isn't open for your account yet. Please pay at the court.";
    TooLittleToPayOnline => "too_little_to_pay_online",
        "That's too little for an online payment. Please pay at the court.";
    PaymentUnavailable => "payment_unavailable",
        "Online payment isn't answering right now. Try again in a moment, or pay at the court.";
    PaymentUnderWay => "payment_under_way",
        "Your payment is on its way. We keep your court and tell you as soon as we know more.";
    PaymentUnderWayHoldOver => "payment_under_way.hold_over",
        "Your payment is on its way, but no court is held for it any more. We tell you as soon as we know whether you get the court or your money back.";
    PaymentFailed => "payment_failed",
        "The payment didn't go through. Nothing was booked; try again or pay at the court.";
    NotPaid => "not_paid",
        "We haven't seen a payment yet. If money has left your account, it will show here in a moment.";
    BadCheckoutSignature => "bad_signature", "We could not recognise that payment. Nothing was changed.";
    RefundPaidLate { amount_paise: Paise } => "payment_refunded.paid_late",
        "Your payment came too late to be used for this booking. {amount_paise} goes back to you.";
    RefundPaidTwice { amount_paise: Paise } => "payment_refunded.paid_twice",
        "This booking was paid already. {amount_paise} goes back to you.";
    RefundOrderClosed { amount_paise: Paise } => "payment_refunded.order_closed",
        "This court had been given back or closed before your payment came. {amount_paise} goes back to you.";
    RefundWrongAmount { amount_paise: Paise } => "payment_refunded.wrong_amount",
        "Your payment was not the amount of this booking, or a part of it had gone back already. {amount_paise} goes back to you.";
    RefundCouponGone { amount_paise: Paise } => "payment_refunded.coupon_gone",
        "The coupon could not be used any more when your payment came. {amount_paise} goes back to you.";
    RefundVenueClosed { amount_paise: Paise } => "payment_refunded.venue_closed",
        "The venue had to close this court. {amount_paise} goes back to you.";
    RefundMoved { amount_paise: Paise } => "payment_refunded.moved",
        "Your game was moved to a cheaper court or hour. {amount_paise} goes back to you.";
    RefundCancelled { amount_paise: Paise } => "payment_refunded.cancelled",
        "This booking was cancelled. {amount_paise} goes back to you.";
    PaymentReturned { amount_paise: Paise } => "payment_refunded.returned",
        "Your payment of {amount_paise} was given back to you. Nothing was booked with it.";
    CheckoutStillHeld => "checkout_closed.still_held",
        "No worries, your court is still held. Try again or pay at the court.";
    CheckoutNothingHeld => "checkout_closed.nothing_held", "Nothing is held for you right now.";
    CheckoutOtherHeld => "checkout_closed.other_held", "That court is not held any more. Your other one still is.";
    CheckoutUnderWay => "checkout_closed.payment_under_way",
        "Your payment is on its way. We keep your court until we know more.";
    CheckoutBooked => "checkout_closed.booked", "Your payment had come through already: your court is booked.";

    // Bookings.
    Bookings => "bookings", "Here are your games.";
    NoBookings => "bookings.none", "No games yet. Time to change that!";
    OrderHeld => "order.held", "Your court is held. Confirm to make it yours.";
    OrderConfirmed => "order.confirmed", "See you on court!";
    OrderCancelRequested => "order.cancel_requested", "Cancellation requested. Your refund is on its way, or waits for you at the desk.";
    OrderCancelled => "order.cancelled", "This booking was cancelled.";
    OrderReleased => "order.released", "You gave this court back before booking it.";
    OrderExpired => "order.expired", "The hold ran out before this court was booked.";
    OrderHoldClosed => "order.hold_closed", "The venue had to close this court before it was booked.";
    OrderNoShow => "order.no_show", "We missed you at this game.";
    OrderCompleted => "order.completed", "Hope you had a great game!";
    BookingCancelled => "booking_cancelled", "Your Booking Has Been Canceled.";
    TooLateToCancel { cutoff_minutes: Minutes } => "too_late",
        "It's too late to cancel online: that is possible until {cutoff_minutes} before the start.";
    TooLateOnceBegun => "too_late.begun",
        "It's too late to cancel online: that is possible until the start.";
    NotConfirmed => "not_confirmed", "Only a confirmed booking can be cancelled.";
}

impl Message {
    /// The stable code, for programs.
    pub fn code(&self) -> &'static str {
        code_of(self.key())
    }

    /// The parameters, with the `reason` if the key has one.
    pub fn params(&self) -> Params {
        let mut params = Params::new();
        if let Some((_, reason)) = self.key().split_once('.') {
            params.insert("reason", ParamValue::Text(reason.into()));
        }
        self.each_param(|name, param| {
            params.insert(name, param.value());
        });
        params
    }

    /// The English text.
    pub fn english(&self) -> Cow<'static, str> {
        let mut text = Cow::Borrowed(self.template());
        self.each_param(|name, param| {
            text = text.replace(&format!("{{{name}}}"), &param.english()).into();
        });
        text
    }
}

fn code_of(key: &'static str) -> &'static str {
    key.split_once('.').map_or(key, |(code, _)| code)
}

/// All messages by their keys, as `openapi.json` exports them.
pub(crate) fn all_messages() -> BTreeMap<&'static str, Described> {
    described().into_iter().collect()
}

/// The fields of an answer that carry its message.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MessageFields {
    /// The message for the player, in English.
    #[schema(value_type = String, example = "Booking Confirmed!")]
    pub message: Cow<'static, str>,
    /// The code of the message, for programs and translations.
    #[schema(value_type = MessageCode)]
    pub code: &'static str,
    /// The values that a translation of the message fills in, and the `reason` that tells the texts of a code apart.
    #[schema(value_type = BTreeMap<String, ParamValue>)]
    pub params: Params,
}

impl From<Message> for MessageFields {
    fn from(message: Message) -> Self {
        MessageFields { message: message.english(), code: message.code(), params: message.params() }
    }
}

/// The codes of all messages, in the document.
pub struct MessageCode;

impl PartialSchema for MessageCode {
    fn schema() -> RefOr<Schema> {
        let mut codes: Vec<_> = described().into_iter().map(|(key, _)| code_of(key)).collect();
        codes.sort_unstable();
        codes.dedup();
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("What a message says, for programs: stable, snake_case."))
            .enum_values(Some(codes));
        RefOr::T(Schema::Object(schema.build()))
    }
}

impl ToSchema for MessageCode {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sideout_domain::money::Money;

    use super::*;

    #[test]
    fn every_key_is_listed_once_and_written_in_snake_case() {
        let listed = described();
        let keys: BTreeSet<_> = listed.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys.len(), listed.len(), "a key is used twice");
        for key in keys {
            let plain =
                |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_lowercase() || c == b'_');
            assert!(key.split('.').count() <= 2 && key.split('.').all(plain), "{key}");
        }
    }

    /// The names in braces.
    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
    }

    #[test]
    fn a_text_names_exactly_its_parameters_and_a_parameters_name_shows_its_kind() {
        for (key, Described { english, params }) in described() {
            assert_eq!(placeholders(english), params.keys().copied().collect(), "{key}");
        }
        for (name, ending) in endings() {
            assert!(name.ends_with(ending), "{name}");
        }
    }

    #[test]
    fn parameters_are_filled_in_and_sent_beside_the_text() {
        let late =
            |minutes| MessageFields::from(Message::TooLateToCancel { cutoff_minutes: Minutes(minutes) });
        assert_eq!(
            serde_json::to_string(&late(90)).unwrap(),
            r#"{"message":"It's too late to cancel online: that is possible until 90 minutes before the start.","code":"too_late","params":{"cutoff_minutes":90}}"#
        );
        assert!(late(360).message.contains("until 6 hours before"), "{}", late(360).message);
        assert!(late(60).message.contains("until 1 hour before"), "{}", late(60).message);
        let refund = Message::RefundPaidTwice { amount_paise: Paise(Money::from_paise(77_000)) };
        assert_eq!(refund.english(), "This booking was paid already. ₹770 goes back to you.");
        let too_late = Message::RefundPaidLate { amount_paise: Paise(Money::from_paise(77_000)) }.english();
        assert_eq!(
            too_late,
            "Your payment came too late to be used for this booking. ₹770 goes back to you."
        );
        assert_eq!(
            serde_json::to_value((refund.code(), refund.params())).unwrap(),
            serde_json::json!(["payment_refunded", {"reason": "paid_twice", "amount_paise": 77_000}])
        );
    }

    #[test]
    fn the_time_left_is_written_in_minutes_and_below_one_minute_in_seconds() {
        let texts = [600, 540, 60, 54, 1].map(|left| Seconds(left).english());
        assert_eq!(texts, ["10 minutes", "9 minutes", "1 minute", "54 seconds", "1 second"]);
    }
}
