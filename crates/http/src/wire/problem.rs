//! Refusals of the desk's API as RFC 9457 problems, each with a stable code.

use std::collections::BTreeMap;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use serde_json::Value;
use sideout_app::{
    StoreError, Throttled, platform::passwords::HashError, staff::StaffAuthError, steps::audited::Refused,
};
use sideout_domain::ShiftId;
use utoipa::ToSchema;

use super::{
    api_error::ApiError,
    desk_alternatives::DeskAlternatives,
    messages::{ParamValue, Params},
};

/// The media type of RFC 9457.
pub const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

/// Declares [`ProblemKind`] with one line per problem: its status, its code and its English text.
macro_rules! problems {
    ($( $name:ident => $status:ident, $code:literal, $text:literal; )+) => {
        /// A reason why the desk refuses a call. Its text is in the list in `problem.rs`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each problem's text says what it means")]
        pub enum ProblemKind {
            $( $name, )+
        }

        impl ProblemKind {
            const fn parts(self) -> (StatusCode, &'static str, &'static str) {
                match self { $( ProblemKind::$name => (StatusCode::$status, $code, $text), )+ }
            }
        }

        /// The English text of each code, as the document of the desk's API exports them. Of two problems with one code
        /// (`not_found`), the text of the later one in the list is exported.
        pub(crate) fn all_problems() -> BTreeMap<&'static str, &'static str> {
            BTreeMap::from([ $( ($code, $text), )+ ])
        }
    };
}

problems! {
    SignedOut => UNAUTHORIZED, "signed_out", "You are signed out. Sign in to go on.";
    LinkUnknown => UNAUTHORIZED, "link_unknown", "This link was used before or has expired. Ask for a new one.";
    WrongCode => UNAUTHORIZED, "wrong_code", "That number and code do not fit. Wait for the next code and try again.";
    WrongPasskey => UNAUTHORIZED, "wrong_passkey", "That passkey did not work. Try again, or use a code of your authenticator app.";
    Locked => UNAUTHORIZED, "locked", "This device is locked. Enter your PIN to go on.";
    WrongPin => UNAUTHORIZED, "wrong_pin", "That is not the PIN. Try again, or sign in with a passkey or a code.";
    OtherOrigin => FORBIDDEN, "other_origin", "The desk answers only its own pages.";
    NotAllowed => FORBIDDEN, "not_allowed", "You may not do this: your role does not allow it, or it was taken from you.";
    ApprovalNeeded => FORBIDDEN, "approval_needed", "A manager has to approve this.";
    ApprovalWrong => FORBIDDEN, "approval_wrong", "That is not the PIN or code of this colleague. Nothing was changed.";
    ApprovalCodeNeeded => FORBIDDEN, "approval_code_needed", "A PIN is not enough here. Approve with a passkey or a code of the authenticator app.";
    ApprovalPasskeyWrong => FORBIDDEN, "approval_passkey_wrong", "This passkey does not count. Nothing was changed. Try again.";
    ApproverNotAllowed => FORBIDDEN, "approver_not_allowed", "This colleague may not approve it. Ask an owner.";
    ApprovalOwn => FORBIDDEN, "approval_own", "Another person has to approve this.";
    MustEnrol => FORBIDDEN, "must_enrol", "Set up a passkey or an authenticator app first.";
    ProofNeeded => FORBIDDEN, "proof_needed", "Confirm with your passkey or a code of your authenticator app.";
    BeyondOwn => FORBIDDEN, "beyond_own", "You can manage the desk staff of your own venues only.";
    VoidBeyondRole => FORBIDDEN, "void_beyond_role", "You may not void this payment alone. A manager may if it is of today, an owner always.";
    NoSuchVenue => NOT_FOUND, "not_found", "There is no such venue, it is not one of yours, or it is retired and has no such report. Choose another one.";
    NotFound => NOT_FOUND, "not_found", "There is nothing here.";
    NotPaired => NOT_FOUND, "not_paired", "This device is not paired. Sign in with a passkey or a code.";
    PhoneTaken => CONFLICT, "phone_taken", "This number belongs to a member of staff already.";
    LastOwner => CONFLICT, "last_owner", "One owner has to stay. Make another person an owner first.";
    WrongState => CONFLICT, "wrong_state", "This booking can no longer be changed like that.";
    DayClosed => CONFLICT, "day_closed", "The day of this booking is closed. A manager or owner can correct who came, with a reason.";
    BookedDayClosed => CONFLICT, "booked_day_closed", "This day is closed, and its report is written. Pick a later hour.";
    DayClosedBefore => CONFLICT, "day_closed_before", "This day is closed already, or a later one is.";
    DayNotOver => CONFLICT, "day_not_over", "This day is not over yet.";
    DayStillOpen => CONFLICT, "day_still_open", "Something is still open. Empty the list, or ask a manager to close the day.";
    EarlierDayOpen => CONFLICT, "earlier_day_open", "An earlier day is still open. Close it first, or wait until it closes by itself.";
    HasNumber => CONFLICT, "has_number", "This booking has a phone number already.";
    PlayersAreHere => CONFLICT, "players_are_here", "The players are here. Move them to another court of the same hour.";
    TooEarly => CONFLICT, "too_early", "It is too early for that.";
    SlotTaken => CONFLICT, "slot_taken", "This court has just gone. Pick another court or hour.";
    HourOver => CONFLICT, "hour_over", "This hour is over. Pick a later one.";
    VenueRetired => CONFLICT, "venue_retired", "This venue is retired, so nothing new is booked there, no game is moved, and no court is closed or opened. Its games can be played, paid and cancelled.";
    TooFarAhead => CONFLICT, "too_far_ahead", "This day is too far ahead. Pick an earlier one.";
    TooManyWeeks => CONFLICT, "too_many_weeks", "A weekly series may not have that many weeks here. Pick fewer.";
    NotForSale => CONFLICT, "not_for_sale", "The venue is closed at this hour, has no price for it, or does not offer this court.";
    PriceChanged => CONFLICT, "price_changed", "The price has changed. Tell the player the new one.";
    PricesChanged => CONFLICT, "prices_changed", "Another person published prices meanwhile. Look at them again.";
    HoursChanged => CONFLICT, "hours_changed", "Another person published hours meanwhile. Look at them again.";
    HoursUnchanged => CONFLICT, "hours_unchanged", "These are the hours already.";
    TodayClosed => CONFLICT, "today_closed", "Today is closed, and its report is written. Add hours from tomorrow on.";
    HoursOverlap => UNPROCESSABLE_ENTITY, "hours_overlap", "Times of a day overlap, or one ends before it begins. Look at the marked day.";
    SpecialDayWrong => UNPROCESSABLE_ENTITY, "special_day_wrong", "A special day is there twice, or it is too far ahead.";
    PricesTooEarly => CONFLICT, "prices_too_early", "Hours of today would cost more or could not be booked any more. The first day is tomorrow.";
    NothingToPublish => CONFLICT, "nothing_to_publish", "No hour would cost anything else.";
    RefundChanged => CONFLICT, "refund_changed", "Another amount goes back by now. Look at it again.";
    TooManyNotes => CONFLICT, "too_many_notes", "This player has 20 notes or more. Remove those that are not needed any more.";
    NoNumber => CONFLICT, "no_number", "This guest gave no number, so there is nothing to block. Each booking has a guest of its own.";
    NotBlocked => CONFLICT, "not_blocked", "This player is not blocked any more.";
    NoStrike => CONFLICT, "no_strike", "This game was not missed, or it is forgiven already.";
    NotLocked => CONFLICT, "not_locked", "This player has reached no limit that can be lifted.";
    UnlockedOften => CONFLICT, "unlocked_often", "The limits of this player were lifted three times already. Wait up to 8 hours.";
    PlayerTied => CONFLICT, "player_tied", "Something of this player is still open. See what has to be done first.";
    PlayerErased => CONFLICT, "player_erased", "The data of this player were erased, or will be. Look at the page again.";
    PlayerLocked => CONFLICT, "player_locked", "The data of this player will be erased, so nothing is booked for this number. An owner can undo that first.";
    ErasureOver => CONFLICT, "erasure_over", "This cannot be undone: nothing waits to be erased here any more.";
    CannotMerge => CONFLICT, "cannot_merge", "These two accounts cannot be merged.";
    NotForgiven => CONFLICT, "not_forgiven", "This game is not forgiven any more. It counts.";
    NothingToClose => CONFLICT, "nothing_to_close", "All of that is closed already, or was played.";
    ClosureChanged => CONFLICT, "closure_changed", "Other bookings are there by now, another amount goes back, or a game has begun. Look at the bookings again.";
    TooMuchToClose => CONFLICT, "too_much_to_close", "That is too much at once. Close fewer courts or hours, and then the rest.";
    BookingsLosePlace => CONFLICT, "bookings_lose_place", "Other bookings lose their place by now. Decide about each of them.";
    TooManyToCancel => CONFLICT, "too_many_to_cancel", "At most 200 bookings are cancelled at once. Retire the courts one after another.";
    VenueShiftOpen => CONFLICT, "venue_shift_open", "A shift of this venue is open. Count its drawer first.";
    VenueTodayClosed => CONFLICT, "venue_today_closed", "Today is closed, and its report is written. Change the time zone or the minutes from start to start tomorrow.";
    OfferAnswered => CONFLICT, "offer_answered", "This was answered meanwhile. Look at it again.";
    UndoOver => CONFLICT, "undo_over", "It is too late to undo this, or the booking was changed. Look at it again.";
    ShiftNeeded => CONFLICT, "shift_needed", "No shift is open. Count the drawer to begin one.";
    ShiftOpen => CONFLICT, "shift_open", "A shift of this drawer is open already.";
    ShiftCounted => CONFLICT, "shift_counted", "This shift was counted or closed already.";
    ShiftNotToReview => CONFLICT, "shift_not_to_review", "This shift is not counted and closed yet, or was reviewed already. Look at it again.";
    DrawerShort => CONFLICT, "drawer_short", "The drawer does not hold that much cash.";
    MoreThanDue => CONFLICT, "more_than_due", "Less than that is due. Look at the amount again.";
    CashLimit => CONFLICT, "cash_limit", "The law forbids ₹2,00,000 or more in cash from one person. Take it another way.";
    PaymentEnded => CONFLICT, "payment_ended", "This was voided, refunded, matched or paid out already.";
    RefundNotFailed => CONFLICT, "refund_not_failed", "This refund is being sent again, or the money went back already. Look at it again.";
    RefundNotWaiting => CONFLICT, "refund_not_waiting", "This refund was sent already, has failed, or was given back another way. Look at it again.";
    RefundSent => CONFLICT, "refund_sent", "The payment provider has sent this money after all. Do not give it back again. If you did already, ask the player for it.";
    NothingToExplain => CONFLICT, "nothing_to_explain", "This was cleared up already. Look at it again.";
    BadRows => UNPROCESSABLE_ENTITY, "bad_rows", "Some lines of this file are not right; the first 50 are named, and the others are counted. Nothing was imported.";
    ProviderSilent => SERVICE_UNAVAILABLE, "provider_silent", "The payment provider does not answer, so it may have sent this money. Try again in some minutes.";
    CouponStopped => CONFLICT, "coupon_stopped", "This coupon is stopped. Make a new one with another code.";
    CouponUsed => CONFLICT, "coupon_used", "This coupon was used, so only its last day, its limit of all uses and its note can change. For anything else, stop it and make a new one.";
    CouponByPin => FORBIDDEN, "coupon_by_pin", "By PIN you work for this device's venue only. Sign in with your passkey or your app, then do it again.";
    CouponOtherVenues => FORBIDDEN, "coupon_other_venues", "This coupon is valid at venues that are not yours. Ask an owner.";
    NoTaxInvoices => CONFLICT, "no_tax_invoices", "The operator has no GSTIN, or had none then. The receipt is not a tax invoice.";
    MessageWaits => CONFLICT, "message_waits", "This message waits to be sent already.";
    MessageResent => CONFLICT, "message_resent", "This message was sent again less than ten minutes ago. Wait a little.";
    MessageNotTrue => CONFLICT, "message_not_true", "What this message says is not true any more, or it cannot be sent. It was not sent.";
    QrOff => CONFLICT, "qr_off", "QR codes of the payment provider are switched off. Take the money another way.";
    QrTooLittle => CONFLICT, "qr_too_little", "A code asks for at least ₹1. Take the money another way.";
    QrFailed => SERVICE_UNAVAILABLE, "qr_failed", "The payment provider did not make a code. Try again, or take the money another way.";
    FactTooOld => CONFLICT, "fact_too_old", "This was written down more than 36 hours ago. Enter it by hand if it still counts.";
    TooManyFacts => UNPROCESSABLE_ENTITY, "too_many_facts", "Send at most 100 entries at once.";
    OtherPerson => CONFLICT, "other_person", "Another person wrote this down. Only they can send it.";
    BookingCancelled => CONFLICT, "booking_cancelled", "The booking was cancelled. Nothing is due.";
    NothingDue => CONFLICT, "nothing_due", "The booking was paid meanwhile. Nothing is due.";
    CountedSince => CONFLICT, "counted_since", "The drawer was counted after this cash was taken, so that count may hold it.";
    CountUnknown => CONFLICT, "count_unknown", "That count is not one of those after this cash was taken. Nothing was recorded.";
    CountedAgain => CONFLICT, "counted_again", "The drawer was counted again meanwhile, so nothing was recorded. Say once more where the cash is.";
    NotCountedSince => CONFLICT, "not_counted_since", "The drawer was not counted after this cash was taken, so no count has it.";
    DeviceClockWrong => CONFLICT, "device_clock_wrong", "The clock of this device was wrong when the money was taken, so it is not known whether a count has it.";
    DecidedBefore => CONFLICT, "decided_before", "This money was recorded or decided before. Nothing was changed.";
    PassWrong => CONFLICT, "pass_wrong", "This is not a pass of ours.";
    PassUnknown => CONFLICT, "pass_unknown", "The pass is real, but there is no such booking here.";
    PassOtherVenue => CONFLICT, "pass_other_venue", "The pass is for another venue.";
    PassOtherDay => CONFLICT, "pass_other_day", "The pass is for another day.";
    LastKey => CONFLICT, "last_key", "This is the only way you can sign in. Add another one first.";
    PasskeyNotAdded => CONFLICT, "passkey_not_added", "The passkey was not added. Begin again.";
    TooManyPasskeys => CONFLICT, "too_many_passkeys", "You have as many passkeys as one person can have. Remove one first.";
    PasskeysOff => CONFLICT, "passkeys_off", "This address is a number, for which browsers make no passkeys. Use an authenticator app.";
    TotpSetUp => CONFLICT, "totp_set_up", "An authenticator app is set up already.";
    TotpNotStarted => CONFLICT, "totp_not_started", "Begin to set up the authenticator app again.";
    DevicePaired => CONFLICT, "device_paired", "This device is paired already. Unpair it first.";
    DevicePairedBefore => CONFLICT, "device_paired_before", "The answer was lost. Unpair the new device in the list and pair this one again.";
    LinkMadeBefore => CONFLICT, "link_made_before", "This link was shown before. Make another one.";
    ChangedMeanwhile => PRECONDITION_FAILED, "changed_meanwhile", "Another person changed this meanwhile. Look at it again.";
    Invalid => UNPROCESSABLE_ENTITY, "invalid", "Some fields are not right.";
    KeyReused => UNPROCESSABLE_ENTITY, "key_reused", "This idempotency key belongs to another call.";
    VersionNeeded => PRECONDITION_REQUIRED, "version_needed", "Send the version that you saw as If-Match.";
}

/// A refusal of the desk's API.
#[derive(Debug, Clone)]
pub struct Problem {
    status: StatusCode,
    body: Box<ProblemBody>,
    retry_after: Option<u32>,
}

/// The body of a refusal (RFC 9457).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// Always `about:blank`: `code` tells problems apart.
    #[serde(rename = "type")]
    #[schema(example = "about:blank")]
    kind: &'static str,
    /// What is wrong and what to do, in English.
    #[schema(example = "You may not do this: your role does not allow it, or it was taken from you.")]
    title: String,
    /// The status of the response.
    #[schema(example = 403)]
    status: u16,
    /// What is wrong, for programs and translations; `x-problems` lists the desk's own codes.
    #[schema(example = "not_allowed")]
    code: &'static str,
    /// The values that a translation of the text fills in.
    #[schema(value_type = BTreeMap<String, ParamValue>)]
    params: Params,
    /// The fields that are not right, each with a code (`invalid` only).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<&'static str, &'static str>,
    /// The first lines of a file that are not right (`bad_rows` only), at most 50: those that cannot be read, or if there are none,
    /// those that contradict what is stored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<BadRow>,
    /// How many more lines of the file are not right (`bad_rows` only).
    #[serde(skip_serializing_if = "Option::is_none")]
    more_rows: Option<u32>,
    /// The present state of what was to be changed (`changed_meanwhile`, `price_changed`, `refund_changed`, `more_than_due`,
    /// `offer_answered`, `bookings_lose_place` and `day_still_open`), or the present booking if a fact of a desk without a network
    /// was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<Value>,
    /// The free alternatives (`slot_taken` only).
    #[serde(skip_serializing_if = "Option::is_none")]
    alternatives: Option<DeskAlternatives>,
    /// The counts of the drawer that may have cash from a time without a network, the earliest first, at most 8 (`counted_since`,
    /// `counted_again` and `count_unknown` only; none if it is not known when the cash was taken).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counts: Vec<CountSince>,
    /// True if there are later counts, which are not in the list (`counted_since`, `counted_again` and `count_unknown` only).
    #[serde(skip_serializing_if = "Option::is_none")]
    more_counts: Option<bool>,
    /// The id by which a fact names the present drawer, if a shift is open (`counted_since`, `counted_again`, `count_unknown` and
    /// `device_clock_wrong` only).
    #[serde(skip_serializing_if = "Option::is_none")]
    drawer: Option<String>,
    /// Seconds until another attempt can succeed.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u32>,
}

/// A line of a file that is not right.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BadRow {
    /// The line's number in the file, from 1; 0 for the whole file.
    #[schema(example = 7)]
    pub line: u64,
    /// The column; null if it is the whole line.
    #[schema(required, example = "amount")]
    pub column: Option<&'static str>,
    /// What is wrong, for programs and translations.
    #[schema(example = "not_an_amount")]
    pub code: &'static str,
}

/// A count of the drawer after cash was taken.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CountSince {
    /// The id by which a fact names it in `count`.
    #[schema(example = "13")]
    pub id: String,
    /// When the drawer was counted, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// The name of the member of staff who counted.
    #[schema(required, example = "Kiran Joshi")]
    pub by: Option<String>,
}

impl Problem {
    /// A problem of this kind.
    pub fn of(kind: ProblemKind) -> Self {
        let (status, code, text) = kind.parts();
        Problem::new(status, code, text.to_owned())
    }

    fn new(status: StatusCode, code: &'static str, title: String) -> Self {
        Problem {
            status,
            body: Box::new(ProblemBody {
                kind: "about:blank",
                title,
                status: status.as_u16(),
                code,
                params: Params::new(),
                fields: BTreeMap::new(),
                rows: Vec::new(),
                more_rows: None,
                current: None,
                alternatives: None,
                counts: Vec::new(),
                more_counts: None,
                drawer: None,
                retry_after: None,
            }),
            retry_after: None,
        }
    }

    /// Names a field that is not right, with the code of what is wrong with it.
    pub fn field(name: &'static str, code: &'static str) -> Self {
        let mut problem = Problem::of(ProblemKind::Invalid);
        problem.body.fields.insert(name, code);
        problem
    }

    /// Names fields that are not right, each with the code of what is wrong with it.
    pub fn fields(fields: impl IntoIterator<Item = (&'static str, &'static str)>) -> Self {
        let mut problem = Problem::of(ProblemKind::Invalid);
        problem.body.fields.extend(fields);
        problem
    }

    /// Adds a parameter of the text.
    #[must_use]
    pub fn with_param(
        mut self,
        name: &'static str,
        value: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Self {
        self.body.params.insert(name, ParamValue::Text(value.into()));
        self
    }

    /// Names the first lines of a file that are not right, and says how many more there are.
    #[must_use]
    pub fn with_rows(mut self, rows: Vec<BadRow>, more: u32) -> Self {
        self.body.rows = rows;
        self.body.more_rows = Some(more);
        self
    }

    /// Adds the free alternatives.
    #[must_use]
    pub fn with_alternatives(mut self, alternatives: DeskAlternatives) -> Self {
        self.body.alternatives = Some(alternatives);
        self
    }

    /// Adds the counts that may have cash, and says whether there are more.
    #[must_use]
    pub fn with_counts(mut self, counts: Vec<CountSince>, has_more: bool) -> Self {
        self.body.counts = counts;
        self.body.more_counts = has_more.then_some(true);
        self
    }

    /// Names the present drawer by its open shift.
    #[must_use]
    pub fn with_drawer(mut self, shift: Option<ShiftId>) -> Self {
        self.body.drawer = shift.map(|shift| shift.to_string());
        self
    }

    /// The body, for an answer that holds several results.
    pub(crate) fn into_body(self) -> ProblemBody {
        *self.body
    }

    /// Whether the attempt failed for a reason of the server, so that the same call may succeed later.
    pub(crate) fn is_of_server(&self) -> bool {
        self.status.is_server_error() || self.status == StatusCode::TOO_MANY_REQUESTS
    }

    /// Adds the present state of what was to be changed.
    #[must_use]
    pub fn with_current(mut self, current: impl Serialize) -> Self {
        // A state that cannot be written is left out.
        self.body.current = serde_json::to_value(current).ok();
        self
    }
}

/// Refusals of the parts that both APIs share: limits, bodies, the database.
impl From<ApiError> for Problem {
    fn from(error: ApiError) -> Self {
        let message = error.message();
        let mut problem = Problem::new(error.status(), error.code(), message.english().into_owned());
        problem.body.params = message.params();
        problem.body.retry_after = error.retry_after_seconds();
        problem.retry_after = error.retry_after_seconds();
        problem
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        ApiError::from(error).into()
    }
}

impl From<Throttled> for Problem {
    fn from(throttled: Throttled) -> Self {
        ApiError::from(throttled).into()
    }
}

impl From<HashError> for Problem {
    fn from(error: HashError) -> Self {
        ApiError::from(error).into()
    }
}

impl From<StaffAuthError> for Problem {
    fn from(error: StaffAuthError) -> Self {
        match error {
            StaffAuthError::NoSession => Problem::of(ProblemKind::SignedOut),
            StaffAuthError::Locked => Problem::of(ProblemKind::Locked),
            StaffAuthError::Store(error) => error.into(),
        }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        let of = |kind, permission: sideout_domain::staff::Permission| {
            Problem::of(kind).with_param("permission", permission.name())
        };
        match refused {
            Refused::NotAllowed(permission) => of(ProblemKind::NotAllowed, permission),
            Refused::ApprovalNeeded(permission) => of(ProblemKind::ApprovalNeeded, permission),
            Refused::ProofNeeded(permission) => of(ProblemKind::ProofNeeded, permission),
            Refused::MustEnrol => Problem::of(ProblemKind::MustEnrol),
            Refused::OtherVenue => Problem::of(ProblemKind::NotFound),
            Refused::KeyReused => Problem::of(ProblemKind::KeyReused),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        // A problem can always be serialized.
        let body = serde_json::to_vec(&*self.body).unwrap_or_default();
        let mut response = (self.status, [(header::CONTENT_TYPE, PROBLEM_JSON)], body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_problem_has_the_form_of_the_standard() {
        let response = Problem::from(Refused::NotAllowed(sideout_domain::staff::Permission::StaffManage))
            .into_response();
        assert_eq!(response.status(), 403);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json");
        let bytes = axum::body::to_bytes(response.into_body(), 4096).await.unwrap();
        assert_eq!(
            String::from_utf8(bytes.to_vec()).unwrap(),
            r#"{"type":"about:blank","title":"You may not do this: your role does not allow it, or it was taken from you.","status":403,"code":"not_allowed","params":{"permission":"staff.manage"}}"#
        );
    }

    #[test]
    fn a_wait_is_in_the_header_and_in_the_body() {
        let problem = Problem::from(ApiError::throttled(7));
        assert_eq!(problem.body.retry_after, Some(7));
        let response = problem.into_response();
        assert_eq!(response.status(), 429);
        assert_eq!(response.headers()[header::RETRY_AFTER], "7");
    }
}
