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
    desk::{self, firm},
    memory::{Memory, Promise},
    provider::{Bank, SimulatedProvider, Webhook},
};

/// Something that one node does. `of` is a position in the matching list of [`Memory`]: of an order, a payment, a QR code or a
/// desk hold.
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
        of: usize,
        code: Option<&'static str>,
    },
    Checkout {
        of: usize,
        code: Option<&'static str>,
        any_court: bool,
    },
    /// A browser says that it has paid.
    Hint {
        of: usize,
    },
    ResetCheckout {
        of: usize,
    },
    Release {
        of: usize,
    },
    Cancel {
        of: usize,
    },
    /// Requests the online payment of a part of a booking.
    RequestPart {
        of: usize,
        rupees: i64,
    },
    /// Requests one online payment of a part of each of two bookings.
    RequestTwo {
        of: usize,
        rupees: i64,
    },
    TakeCash {
        of: usize,
        rupees: i64,
    },
    /// Shows a QR code of the provider for a booking.
    MakeQr {
        of: usize,
        rupees: i64,
    },
    CloseQr {
        of: usize,
    },
    /// Ends the shift of the drawer with what a clerk counted.
    CountDrawer,
    VoidCash {
        of: usize,
    },
    /// Makes the receipt of a payment out to a firm.
    InvoiceFirm {
        of: usize,
    },
    DeskHold {
        court: i64,
        day: Date,
        start: &'static str,
        block: u64,
    },
    EndDeskHold {
        of: usize,
    },
    Move {
        of: usize,
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
        of: usize,
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
    /// A clerk records that players came, or did not.
    MarkAttendance {
        desk: usize,
        of: usize,
        came: bool,
    },
    /// A clerk takes all that a booking owes.
    TakeDue {
        desk: usize,
        of: usize,
        tender: Tender,
    },
    CancelAtDesk {
        desk: usize,
        of: usize,
    },
    MoveAtDesk {
        desk: usize,
        of: usize,
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
                    Ok(number) => self.confirm((number, customer), code).await,
                    Err(error) => format!("refused: {error}"),
                }
            }
            Action::PayOnline { customer, court, day, start, bank, hints } => {
                match self.hold(customer, (court, day, start)).await {
                    Ok(number) => self.pay_online((number, customer), bank, hints).await,
                    Err(error) => format!("refused: {error}"),
                }
            }
            Action::FindHold { customer } => describe(find_hold(&self.app, customer).await, |hold| {
                let Some(hold) = hold else { return "holds nothing".to_owned() };
                self.memory.learn(hold.number, customer);
                format!("holds {}", hold.number)
            }),
            Action::ConfirmAtCourt { of, code } => {
                let Some(order) = self.memory.order(of) else { return none() };
                self.confirm(order, code).await
            }
            Action::Checkout { of, code, any_court } => {
                let Some(order) = self.memory.order(of) else { return none() };
                match self.checkout(order, code, any_court).await {
                    Ok(id) => format!("{} is to be paid by {id}", order.0),
                    Err(error) => format!("refused: {error}"),
                }
            }
            Action::Hint { of } => {
                let Some(order) = self.memory.order(of) else { return none() };
                self.hint(order).await
            }
            Action::ResetCheckout { of } => {
                let Some((number, customer)) = self.memory.order(of) else { return none() };
                describe(reset_checkout(&self.app, customer, Some(number)).await, |after| {
                    format!("{after:?}")
                })
            }
            Action::Release { of } => {
                let Some((number, customer)) = self.memory.order(of) else { return none() };
                describe(release_hold(&self.app, customer, Some(number)).await, |()| {
                    format!("{number} is released")
                })
            }
            Action::Cancel { of } => {
                let Some((number, customer)) = self.memory.order(of) else { return none() };
                describe(cancel(&self.app, customer, number, None).await, |cancelled| {
                    self.memory.promise(number, Promise::Cancelled);
                    format!("{number} is {}, {} goes back", cancelled.order.status, cancelled.refund)
                })
            }
            Action::RequestPart { of, rupees } => self.request_payment(&[of], rupees).await,
            Action::RequestTwo { of, rupees } => self.request_payment(&[of, of + 1], rupees).await,
            Action::TakeCash { of, rupees } => self.take_cash(of, rupees).await,
            Action::MakeQr { of, rupees } => self.make_qr(of, rupees).await,
            Action::CloseQr { of } => {
                let shown = {
                    let codes = self.memory.codes.borrow();
                    codes.get(of % codes.len().max(1)).copied()
                };
                let Some(code) = shown else { return none() };
                describe(close_qr(&self.app, owner(), code, self.memory.next_key()).await, |closed| {
                    format!("{code} is {}", closed.qr.state)
                })
            }
            Action::InvoiceFirm { of } => {
                let Some(payment) = self.memory.taken(of) else { return none() };
                let money = DeskMoney::Payment(payment);
                let issued = invoice_firm(&self.app, owner(), money, firm(), self.memory.next_key()).await;
                describe(issued, |issued| format!("{payment} has receipt {}", issued.receipt))
            }
            Action::VoidCash { of } => {
                let Some(payment) = self.memory.taken(of) else { return none() };
                let request = VoidPayment { payment, reason: "wrong court".to_owned() };
                let voided = void_payment(&self.app, owner(), request, self.memory.next_key()).await;
                describe(voided, |()| format!("{payment} is void"))
            }
            Action::CountDrawer => self.count_drawer().await,
            Action::DeskHold { court, day, start, block } => {
                let Some(slot) = self.slot(court, day, start) else { return none() };
                let block = BlockId(i64::try_from(block % 1_000_000_000).unwrap_or_default());
                let now = self.app.clock_now();
                describe(desk::hold(&self.app.store, slot.lasting(60), block, now).await, |held| {
                    if held {
                        self.memory.desk_holds.borrow_mut().push((slot, block));
                    }
                    format!("desk hold {block}: {held}")
                })
            }
            Action::EndDeskHold { of } => {
                let held = {
                    let holds = self.memory.desk_holds.borrow();
                    holds.get(of % holds.len().max(1)).copied()
                };
                let Some((slot, block)) = held else { return none() };
                describe(desk::release(&self.app.store, slot, block).await, |ended| format!("ended: {ended}"))
            }
            Action::Move { of, court } => self.move_booking(of, court).await,
            Action::Close { court, day, hour, asks } => self.close((court, day, hour), asks).await,
            Action::AnswerOffer { of, court, day, start, takes_money } => {
                let Some(lost) = self.memory.order(of) else { return none() };
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
            Action::MarkAttendance { desk, of, came } => self.mark_attendance(desk, of, came).await,
            Action::TakeDue { desk, of, tender } => self.take_due(desk, of, tender).await,
            Action::CancelAtDesk { desk, of } => self.cancel_at_desk(desk, of).await,
            Action::MoveAtDesk { desk, of, court } => self.move_at_desk(desk, of, court).await,
            Action::Rain { day, hour, hours } => self.rain(day, (hour, hours)).await,
            Action::Job(job) => describe(run_job(&self.app, job).await, |done| format!("{done} done")),
        }
    }

    fn slot(&self, court: i64, day: Date, start: &str) -> Option<Slot> {
        let zone = jiff::tz::TimeZone::get("Asia/Kolkata").ok()?;
        let start: sideout_domain::slot::StartTime = start.parse().ok()?;
        Some(Slot { court: CourtId(court), starts_at: start.on(day, &zone) })
    }
}

/// One run of a job, as the server's timers cause it; returns how much it did.
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
