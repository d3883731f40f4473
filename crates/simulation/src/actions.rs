//! What players, the desk and the jobs do, each as a task of one node.

use std::{rc::Rc, sync::Arc};

use jiff::civil::Date;
use sideout_app::{
    booking::{cancel::cancel, find_hold::find_hold, release_hold::release_hold},
    closures::offers::expire_offers::expire_offers,
    desk::money::{
        close_qr::close_qr,
        invoice_firm::{DeskMoney, invoice_firm},
        void_payment::{VoidPayment, void_payment},
    },
    jobs::{close_days::close_days, expire_holds::expire_holds, remove_expired::remove_expired},
    notices::deliver::deliver,
    payments::{
        close_qr_codes::close_qr_codes,
        issue_refunds::issue_refunds,
        reconcile::reconcile,
        reset_checkout::reset_checkout,
        webhooks::{process_webhooks, receive},
    },
};
use sideout_domain::{BlockId, CourtId, CustomerId, bill::Tender, claim::Slot, notice::Channel};
use sideout_providers::payments::SigningKey;
use sideout_testkit::TestApp;

use crate::{
    databases::owner,
    desk::{self, SLOT_MINUTES, firm},
    memory::{DeskHold, KnownOrder, Memory, Promise},
    provider::{Bank, SimulatedProvider, Webhook},
};

/// Something that one node does. `order`, `payment`, `qr` and `hold` are indexes of lists of [`Memory`]: its orders, cash payments,
/// bills of QR codes and desk holds.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    Hold {
        customer: CustomerId,
        court: i64,
        day: Date,
        start: &'static str,
    },
    /// Holds a court and confirms it to be paid there.
    Book {
        customer: CustomerId,
        court: i64,
        day: Date,
        start: &'static str,
        code: Option<&'static str>,
    },
    /// Holds a court and pays online. Some browsers send the hint of the payment to the server, some do not.
    PayOnline {
        customer: CustomerId,
        court: i64,
        day: Date,
        start: &'static str,
        bank: Bank,
        hints: bool,
    },
    FindHold {
        customer: CustomerId,
    },
    ConfirmAtCourt {
        order: usize,
        code: Option<&'static str>,
    },
    Checkout {
        order: usize,
        code: Option<&'static str>,
        any_court: bool,
    },
    /// A browser says that it has paid.
    Hint {
        order: usize,
    },
    ResetCheckout {
        order: usize,
    },
    Release {
        order: usize,
    },
    Cancel {
        order: usize,
    },
    /// Requests the online payment of a part of a booking.
    RequestPart {
        order: usize,
        rupees: i64,
    },
    /// Requests one online payment of a part of each of two bookings: this order and the next one.
    RequestTwo {
        order: usize,
        rupees: i64,
    },
    TakeCash {
        order: usize,
        rupees: i64,
    },
    /// Shows a QR code of the provider for a booking.
    MakeQr {
        order: usize,
        rupees: i64,
    },
    CloseQr {
        qr: usize,
    },
    /// Ends the shift of the drawer with what a clerk counted.
    CountDrawer,
    VoidCash {
        payment: usize,
    },
    /// Makes the receipt of a payment out to a firm.
    InvoiceFirm {
        payment: usize,
    },
    DeskHold {
        court: i64,
        day: Date,
        start: &'static str,
        block: u64,
    },
    EndDeskHold {
        hold: usize,
    },
    Move {
        order: usize,
        court: i64,
    },
    Close {
        court: i64,
        day: Date,
        hour: i8,
        /// Whether the players choose between another hour and the money.
        asks: bool,
    },
    /// The player of a closed court chooses another court or hour, or the money.
    AnswerOffer {
        order: usize,
        court: i64,
        day: Date,
        start: &'static str,
        takes_money: bool,
    },
    Open {
        court: i64,
        day: Date,
        hour: i8,
    },
    ReceiveWebhook {
        webhook: Webhook,
    },
    /// A clerk books for a caller, or for a player at the desk who pays at once.
    BookAtDesk {
        desk: usize,
        customer: CustomerId,
        court: i64,
        day: Date,
        start: &'static str,
        pays: Option<Tender>,
    },
    /// A clerk reads the board of `day` and records for one of its bookings that the players came, or did not. `booking` counts the
    /// bookings of the board for which that can be recorded.
    MarkAttendance {
        desk: usize,
        day: Date,
        booking: usize,
        came: bool,
    },
    /// A clerk takes all that a booking owes.
    TakeDue {
        desk: usize,
        order: usize,
        tender: Tender,
    },
    CancelAtDesk {
        desk: usize,
        order: usize,
    },
    MoveAtDesk {
        desk: usize,
        order: usize,
        court: i64,
    },
    /// A desk closes all courts for rain during these hours, and the players choose.
    Rain {
        day: Date,
        hour: i8,
        hours: i8,
    },
    Job(Job),
}

/// A job of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Job {
    ExpireHolds,
    ProcessWebhooks,
    Reconcile,
    CloseQrCodes,
    IssueRefunds,
    Deliver,
    RemoveExpired,
    ExpireOffers,
    CloseDays,
}

/// The secret of webhooks.
pub(crate) const WEBHOOK_SECRET: &str = "simulated_webhook_secret";

/// A node with what its tasks need.
#[derive(Clone)]
pub(crate) struct SimulatedNode {
    pub(crate) app: TestApp,
    pub(crate) memory: Rc<Memory>,
    pub(crate) provider: Arc<SimulatedProvider>,
    pub(crate) webhook_key: SigningKey,
}

/// Describes a result in a few words.
pub(crate) fn describe<T, E: std::fmt::Display>(
    result: Result<T, E>,
    format: impl FnOnce(T) -> String,
) -> String {
    match result {
        Ok(value) => format(value),
        Err(error) => format!("refused: {error}"),
    }
}

impl SimulatedNode {
    /// Runs the action; returns the answer in a few words.
    pub(crate) async fn act(self, action: Action) -> String {
        let none = || "nothing to do".to_owned();
        match action {
            Action::Hold { customer, court, day, start } => {
                describe(self.hold(customer, (court, day, start)).await, |number| format!("{number} is held"))
            }
            Action::Book { customer, court, day, start, code } => {
                match self.hold(customer, (court, day, start)).await {
                    Ok(number) => self.confirm(KnownOrder { number, customer }, code).await,
                    Err(error) => format!("refused: {error}"),
                }
            }
            Action::PayOnline { customer, court, day, start, bank, hints } => {
                match self.hold(customer, (court, day, start)).await {
                    Ok(number) => self.pay_online(KnownOrder { number, customer }, bank, hints).await,
                    Err(error) => format!("refused: {error}"),
                }
            }
            Action::FindHold { customer } => describe(find_hold(&self.app, customer).await, |hold| {
                let Some(hold) = hold else { return "holds nothing".to_owned() };
                self.memory.add_order(KnownOrder { number: hold.number, customer });
                format!("holds {}", hold.number)
            }),
            Action::ConfirmAtCourt { order, code } => {
                let Some(order) = self.memory.order(order) else { return none() };
                self.confirm(order, code).await
            }
            Action::Checkout { order, code, any_court } => {
                let Some(order) = self.memory.order(order) else { return none() };
                match self.checkout(order, code, any_court).await {
                    Ok(id) => format!("{} is to be paid by {id}", order.number),
                    Err(error) => format!("refused: {error}"),
                }
            }
            Action::Hint { order } => {
                let Some(order) = self.memory.order(order) else { return none() };
                self.hint(order).await
            }
            Action::ResetCheckout { order } => {
                let Some(KnownOrder { number, customer }) = self.memory.order(order) else { return none() };
                describe(reset_checkout(&self.app, customer, Some(number)).await, |after| {
                    format!("{after:?}")
                })
            }
            Action::Release { order } => {
                let Some(KnownOrder { number, customer }) = self.memory.order(order) else { return none() };
                describe(release_hold(&self.app, customer, Some(number)).await, |()| {
                    format!("{number} is released")
                })
            }
            Action::Cancel { order } => {
                let Some(KnownOrder { number, customer }) = self.memory.order(order) else { return none() };
                describe(cancel(&self.app, customer, number, None).await, |cancelled| {
                    self.memory.acknowledge(number, Promise::Cancelled);
                    format!("{number} is {}, {} goes back", cancelled.order.status, cancelled.refund)
                })
            }
            Action::RequestPart { order, rupees } => self.request_payment(&[order], rupees).await,
            Action::RequestTwo { order, rupees } => self.request_payment(&[order, order + 1], rupees).await,
            Action::TakeCash { order, rupees } => self.take_cash(order, rupees).await,
            Action::MakeQr { order, rupees } => self.make_qr(order, rupees).await,
            Action::CloseQr { qr } => {
                let Some(bill) = self.memory.qr_bill(qr) else { return none() };
                describe(close_qr(&self.app, owner(), bill, self.memory.next_key()).await, |closed| {
                    format!("{bill} is {}", closed.qr.state)
                })
            }
            Action::InvoiceFirm { payment } => {
                let Some(payment) = self.memory.cash_payment(payment) else { return none() };
                let money = DeskMoney::Payment(payment);
                let issued = invoice_firm(&self.app, owner(), money, firm(), self.memory.next_key()).await;
                describe(issued, |issued| format!("{payment} has receipt {}", issued.receipt))
            }
            Action::VoidCash { payment } => {
                let Some(payment) = self.memory.cash_payment(payment) else { return none() };
                let request = VoidPayment { payment, reason: "wrong court".to_owned() };
                let voided = void_payment(&self.app, owner(), request, self.memory.next_key()).await;
                describe(voided, |()| format!("{payment} is void"))
            }
            Action::CountDrawer => self.count_drawer().await,
            Action::DeskHold { court, day, start, block } => {
                let Some(slot) = SimulatedNode::slot_of(court, day, start) else { return none() };
                let block = BlockId(i64::try_from(block % 1_000_000_000).unwrap_or_default());
                let now = self.app.clock_now();
                describe(desk::hold(&self.app.store, slot.lasting(SLOT_MINUTES), block, now).await, |held| {
                    if held {
                        self.memory.desk_holds.borrow_mut().push(DeskHold { slot, block });
                    }
                    format!("desk hold {block}: {held}")
                })
            }
            Action::EndDeskHold { hold } => {
                let Some(DeskHold { slot, block }) = self.memory.desk_hold(hold) else { return none() };
                describe(desk::release(&self.app.store, slot, block).await, |ended| format!("ended: {ended}"))
            }
            Action::Move { order, court } => self.move_booking(order, court).await,
            Action::Close { court, day, hour, asks } => self.close((court, day, hour), asks).await,
            Action::AnswerOffer { order, court, day, start, takes_money } => {
                let Some(lost) = self.memory.order(order) else { return none() };
                self.answer_offer(lost, (court, day, start), takes_money).await
            }
            Action::Open { court, day, hour } => self.open((court, day, hour)).await,
            Action::ReceiveWebhook { webhook } => {
                let signature = self.webhook_key.sign(&webhook.body);
                let id = webhook.id.clone();
                let received = receive(&self.app, Some(&id), &signature, webhook.body).await;
                describe(received, |is_new| format!("{id} is new: {is_new}"))
            }
            Action::BookAtDesk { desk, customer, court, day, start, pays } => {
                self.book_at_desk(desk, customer, (court, day, start), pays).await
            }
            Action::MarkAttendance { desk, day, booking, came } => {
                self.mark_attendance(desk, day, booking, came).await
            }
            Action::TakeDue { desk, order, tender } => self.take_due(desk, order, tender).await,
            Action::CancelAtDesk { desk, order } => self.cancel_at_desk(desk, order).await,
            Action::MoveAtDesk { desk, order, court } => self.move_at_desk(desk, order, court).await,
            Action::Rain { day, hour, hours } => self.rain(day, (hour, hours)).await,
            Action::Job(job) => describe(run_job(&self.app, job).await, |done| format!("{done} done")),
        }
    }

    fn slot_of(court: i64, day: Date, start: &str) -> Option<Slot> {
        let zone = jiff::tz::TimeZone::get("Asia/Kolkata").ok()?;
        let start: sideout_domain::slot::StartTime = start.parse().ok()?;
        Some(Slot { court: CourtId(court), starts_at: start.on(day, &zone) })
    }
}

/// Calls the function of a job once and returns how much it did, 0 for [`Job::RemoveExpired`].
pub(crate) async fn run_job(app: &TestApp, job: Job) -> Result<usize, sideout_store::StoreError> {
    match job {
        Job::ExpireHolds => expire_holds(app).await,
        Job::ProcessWebhooks => process_webhooks(app).await,
        Job::Reconcile => reconcile(app).await,
        Job::CloseQrCodes => close_qr_codes(app).await,
        Job::IssueRefunds => issue_refunds(app).await,
        Job::Deliver => deliver(app, Channel::Text, || true).await,
        Job::RemoveExpired => remove_expired(app).await.map(|_| 0),
        Job::ExpireOffers => expire_offers(app).await,
        Job::CloseDays => close_days(app).await.map(|days| usize::try_from(days).unwrap_or_default()),
    }
}
