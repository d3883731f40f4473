//! Facts that a desk wrote down without a network and sends later: who came, what was paid, and notes. Each is a unit of work of its own.
//! Claims (bookings, moves, closures) are not among them: only the server can promise a court.

mod decide_payment;
mod find_count;
mod record_arrival;
pub mod record_fact;
mod record_note;
mod record_payment;

use std::borrow::Cow;

use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    ShiftId,
    attendance::Attendance,
    bill::Tender,
    check_in::CheckIn,
    drawer::round_off,
    money::Money,
    offline::{DeviceTime, FactTooOld, PaymentOutcome},
    order::OrderNumber,
    staff::Permission,
};
use sideout_store::{StoreError, board::BookingDetails, shifts::DrawerCount};

use super::{
    board::{
        mark_attendance::MarkAttendanceError,
        write_note::{NoteAbout, WriteNote},
    },
    money::take_payment::TakePaymentError,
};
use crate::{
    platform::pass_code::PassError,
    steps::audited::{Refused, RequestKey},
};

/// Something that a clerk wrote down without a network.
#[derive(Debug, Clone)]
pub struct OfflineFact {
    /// When it happened.
    pub time: DeviceTime,
    /// What happened.
    pub kind: FactKind,
}

/// What happened.
#[derive(Debug, Clone)]
pub enum FactKind {
    /// The players of a booking came (or did not come); `None` removes what was recorded.
    Attendance(OrderNumber, Option<Attendance>),
    /// Players were let in by a pass. This is the text of its code.
    Scan(String),
    /// Money was taken. The second part is the remark of a clerk who was asked where cash is; empty if there is none.
    Payment(OfflinePayment, String),
    /// A clerk decided what becomes of a payment that was refused.
    Decision(PaymentDecision),
    /// Something was noted about a player or a game.
    Note(WriteNote),
}

impl FactKind {
    /// The permission that its writer needs.
    pub fn permission(&self) -> Permission {
        match self {
            FactKind::Attendance(..) | FactKind::Scan(_) => Permission::AttendanceMark,
            FactKind::Payment(..) | FactKind::Decision(_) => Permission::PaymentTake,
            FactKind::Note(_) => Permission::PlayerNote,
        }
    }
}

/// Money that was taken for one booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfflinePayment {
    /// The booking.
    pub order: OrderNumber,
    /// How it was taken. [`Tender::UpiQr`] needs the provider and is refused.
    pub tender: Tender,
    /// What was due as the device knew it.
    pub amount: Money,
    /// The reference of the UPI payment, of the card machine or of the bank transfer.
    pub reference: Option<String>,
    /// Where cash is if the drawer was counted after it was taken.
    pub cash: CashPlace,
}

impl OfflinePayment {
    /// What was taken: in cash only whole rupees, also if the amount that was due had paise.
    pub(super) fn taken(&self) -> Money {
        match self.tender {
            Tender::Cash => self.amount.less(round_off(self.amount)),
            _ => self.amount,
        }
    }
}

/// Where cash is that was taken before the drawer was counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CashPlace {
    /// Not said yet: it is refused if the drawer was counted since, because the count may have it.
    #[default]
    Unknown,
    /// It was not in the drawer when that was counted, and is put into it now. The drawer is the shift that the clerk was shown as open;
    /// `None` if the page did not say it, as one of an earlier version.
    PresentDrawer(Option<ShiftId>),
    /// It was in the drawer when that was counted. The count is named by the shift that it began; `None` is the first one after the cash
    /// was taken, which is all that an earlier version can say.
    InCount(Option<ShiftId>),
}

impl CashPlace {
    /// The part by which a repeated fact is recognized. What an earlier version can say is written as it wrote it.
    fn key(self) -> Cow<'static, str> {
        match self {
            CashPlace::Unknown => "false".into(),
            CashPlace::PresentDrawer(None) => "true".into(),
            CashPlace::PresentDrawer(Some(drawer)) => format!("drawer {}", drawer.0).into(),
            CashPlace::InCount(None) => "in_count".into(),
            CashPlace::InCount(Some(count)) => format!("in_count {}", count.0).into(),
        }
    }
}

/// The counts of a drawer after cash was taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CountsSince {
    /// At most [`MOST_COUNTS`](sideout_domain::offline::MOST_COUNTS), the earliest first.
    pub counts: Vec<DrawerCount>,
    /// Whether there are later ones.
    pub has_more: bool,
    /// The open shift; `None` if no shift is open.
    pub drawer: Option<ShiftId>,
}

/// What becomes of money that could not be recorded as a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentDecision {
    /// The payment as it was written down.
    pub payment: OfflinePayment,
    /// When it was taken, and the id under which it was sent; `None` from a device with an earlier version, which cannot say it.
    pub taken: Option<TakenFact>,
    /// Why it was refused: the code of the answer.
    pub refusal: String,
    /// What the clerk decided.
    pub decision: Decision,
    /// A remark; empty if there is none.
    pub note: String,
}

/// The fact of a payment that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenFact {
    /// Its id.
    pub id: RequestKey,
    /// When the money was taken.
    pub time: DeviceTime,
}

/// What a clerk decides about a payment that was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// It was given back to the payer.
    GivenBack,
    /// It stays at the desk. Cash becomes a correction of the drawer.
    Kept,
    /// It was cash in the drawer when that was counted: the difference of that count has it, and nothing is added to the present drawer.
    /// The payment says which count it was: [`CashPlace::InCount`], and otherwise the first one after the cash was taken.
    InCount,
    /// It was written down by mistake: no money changed hands.
    NotTaken,
}

impl Decision {
    fn outcome(self) -> PaymentOutcome {
        match self {
            Decision::GivenBack => PaymentOutcome::GivenBack,
            Decision::Kept => PaymentOutcome::Kept,
            Decision::InCount => PaymentOutcome::InCount,
            Decision::NotTaken => PaymentOutcome::NotTaken,
        }
    }
}

impl Serialize for OfflineFact {
    /// The part by which a repeated fact is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OfflineFact { time, kind } = self;
        let payment = |payment: &OfflinePayment| {
            let OfflinePayment { order, tender, amount, reference, cash } = payment;
            format!("{order} {tender} {} {reference:?} {}", amount.paise(), cash.key())
        };
        let kind = match kind {
            FactKind::Attendance(order, state) => {
                format!("attendance {order} {}", state.map_or("none", Attendance::name))
            }
            FactKind::Scan(pass) => format!("scan {pass}"),
            // Without a remark as an earlier version wrote it.
            FactKind::Payment(taken, note) if note.is_empty() => format!("payment {}", payment(taken)),
            FactKind::Payment(taken, note) => format!("payment {} {note:?}", payment(taken)),
            FactKind::Decision(PaymentDecision { payment: decided, taken, refusal, decision, note }) => {
                let decided = format!("decision {} {refusal:?} {decision:?} {note:?}", payment(decided));
                match taken {
                    Some(TakenFact { id, time: DeviceTime { at, offset } }) => {
                        format!("{decided} {id} {} {}", at.as_millisecond(), offset.as_millis())
                    }
                    None => decided,
                }
            }
            FactKind::Note(WriteNote { number, about, text }) => {
                let about = match about {
                    NoteAbout::Player => "player",
                    NoteAbout::Booking => "booking",
                };
                format!("note {number} {about} {:?}", text.as_str())
            }
        };
        (time.at.as_millisecond(), time.offset.as_millis(), kind).serialize(serializer)
    }
}

/// What became of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactOutcome {
    /// It was recorded.
    Done,
    /// The same was recorded before, but not by this fact.
    AlreadyDone,
}

/// A fact that the server has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedFact {
    /// What became of it.
    pub outcome: FactOutcome,
    /// The number of the receipt of a payment.
    pub receipt: Option<String>,
    /// The booking as it is now.
    pub details: BookingDetails,
}

/// What the unit of work of a fact keeps for a repeated call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct KeptFact {
    outcome: FactOutcome,
    receipt: Option<String>,
}

impl From<FactOutcome> for KeptFact {
    fn from(outcome: FactOutcome) -> Self {
        KeptFact { outcome, receipt: None }
    }
}

/// Why a fact is not recorded.
#[derive(Debug, thiserror::Error)]
pub enum FactError {
    /// The fact is older than is accepted.
    #[error(transparent)]
    TooOld(#[from] FactTooOld),
    /// The venue has no booking with this number.
    #[error("no such booking")]
    NoSuchBooking,
    /// The text is not a genuine pass.
    #[error(transparent)]
    Pass(#[from] PassError),
    /// The pass is genuine, and the venue has no booking with its number.
    #[error("a pass of an unknown booking")]
    PassUnknown,
    /// The pass is genuine and of another venue, whose name is here.
    #[error("a pass of another venue")]
    PassOfOtherVenue(String),
    /// The pass is genuine and does not let its players in at that time.
    #[error("the pass does not admit: {0:?}")]
    NotAdmitted(CheckIn, Box<BookingDetails>),
    /// Attendance is refused.
    #[error(transparent)]
    Attendance(#[from] MarkAttendanceError),
    /// The booking was cancelled: nothing is due.
    #[error("the booking was cancelled")]
    Cancelled(Box<BookingDetails>),
    /// The booking was paid meanwhile: nothing is due.
    #[error("the booking is paid")]
    Paid(Box<BookingDetails>),
    /// The drawer was counted after the cash was taken. There is at least one count.
    #[error("the drawer was counted since")]
    CountedSince(CountsSince, Box<BookingDetails>),
    /// The count that is said to have the cash is none of those that are offered, which are here.
    #[error("no such count since")]
    CountUnknown(CountsSince, Box<BookingDetails>),
    /// The drawer was counted after the clerk was asked where the cash is. There are no counts if it is not known when the cash was taken.
    #[error("the drawer was counted again")]
    CountedAgain(CountsSince, Box<BookingDetails>),
    /// The money was in no count: it is no cash, it is not said when it was taken, or the drawer was not counted since.
    #[error("the drawer was not counted since")]
    NotCountedSince,
    /// The clock of the device was wrong when the cash was taken, so it is not known which count may have it. The open shift is
    /// here.
    #[error("the clock of the device was wrong")]
    ClockWrong(ShiftId),
    /// The payment was recorded, or decided in another way, before.
    #[error("the payment was {0} before")]
    DecidedBefore(PaymentOutcome),
    /// The payment is refused.
    #[error(transparent)]
    Payment(TakePaymentError),
    /// The player has as many notes as are allowed.
    #[error("too many notes")]
    TooManyNotes,
    /// The data of the player were erased, so nothing is noted about them.
    #[error("the player was erased")]
    Erased,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TakePaymentError> for FactError {
    fn from(error: TakePaymentError) -> Self {
        match error {
            TakePaymentError::NoSuchBooking => FactError::NoSuchBooking,
            TakePaymentError::Refused(refused) => FactError::Refused(refused),
            TakePaymentError::Store(error) => FactError::Store(error),
            error => FactError::Payment(error),
        }
    }
}
