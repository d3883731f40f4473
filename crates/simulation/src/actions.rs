//! What players, the desk and the jobs do, each as a task of one node.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use jiff::civil::Date;
use sideout_app::{
    Order,
    booking::{
        cancel::cancel,
        confirm_at_court::confirm_at_court,
        find_hold::find_hold,
        find_order::find_order,
        place_hold::{Pick, place_hold},
        release_hold::release_hold,
    },
    closures::offers::expire_offers::expire_offers,
    desk::{
        board::find_booking::find_booking,
        money::{
            close_qr::close_qr,
            count_shift::count_shift,
            invoice_firm::{DeskMoney, invoice_firm},
            make_qr::{MakeQr, make_qr},
            open_shift::open_shift,
            read_money::read_drawer,
            take_payment::{PaymentLine, TakePayment, TakePaymentError, take_payment},
            void_payment::{VoidPayment, void_payment},
        },
    },
    jobs::{close_days::close_days, expire_holds::expire_holds, remove_expired::remove_expired},
    notices::deliver::deliver,
    payments::{
        close_qr_codes::close_qr_codes,
        confirm_payment::confirm_payment,
        generate_payment::{GeneratePaymentError, OnlinePaymentRequest, generate_payment},
        issue_refunds::issue_refunds,
        reconcile::reconcile,
        reset_checkout::reset_checkout,
        webhooks::{process_webhooks, receive},
    },
    steps::{audited::RequestKey, payment_overview::PaymentState},
};
use sideout_domain::{
    BillId, BlockId, CourtId, CustomerId, DeskPaymentId,
    bill::{BillMethod, Tender},
    claim::Slot,
    money::Money,
    notice::Channel,
    order::OrderNumber,
};
use sideout_providers::payments::SigningKey;
use sideout_testkit::{
    TestApp, request_key,
    sample_venue::{PICKLEBALL, VENUE},
};

use crate::{
    databases::owner,
    desk::{self, drawer, firm},
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
    /// A clerk books for a caller, or for a walk-in who pays and plays.
    BookAtDesk {
        desk: usize,
        customer: CustomerId,
        court: i64,
        day: Date,
        start: &'static str,
        pays: Option<Tender>,
        arrives: bool,
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

/// What an answer promised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Promise {
    Held,
    Confirmed,
    Cancelled,
}

/// What the players, the desk and the browsers remember.
#[derive(Default)]
pub(crate) struct Memory {
    /// Orders that their players know of.
    pub(crate) orders: RefCell<Vec<(OrderNumber, CustomerId)>>,
    /// Orders at the provider whose checkout is open in a browser.
    pub(crate) checkouts: RefCell<Vec<String>>,
    /// Acknowledged changes.
    pub(crate) promises: RefCell<Vec<(OrderNumber, Promise)>>,
    /// Money that a desk took.
    pub(crate) cash: RefCell<Vec<DeskPaymentId>>,
    /// QR codes that a desk showed.
    pub(crate) codes: RefCell<Vec<BillId>>,
    /// How many idempotency keys the desk has drawn.
    keys: Cell<u64>,
    /// Courts that a clerk keeps.
    pub(crate) desk_holds: RefCell<Vec<(Slot, BlockId)>>,
    /// Bookings that lost their court to the rain.
    pub(crate) rained_off: RefCell<Vec<OrderNumber>>,
}

impl Memory {
    pub(crate) fn order(&self, of: usize) -> Option<(OrderNumber, CustomerId)> {
        let orders = self.orders.borrow();
        orders.get(of % orders.len().max(1)).copied()
    }

    /// Another idempotency key of the desk.
    pub(crate) fn next_key(&self) -> RequestKey {
        self.keys.set(self.keys.get() + 1);
        request_key(self.keys.get())
    }

    fn taken(&self, of: usize) -> Option<DeskPaymentId> {
        let cash = self.cash.borrow();
        cash.get(of % cash.len().max(1)).copied()
    }

    pub(crate) fn learn(&self, number: OrderNumber, customer: CustomerId) {
        let mut orders = self.orders.borrow_mut();
        if !orders.contains(&(number, customer)) {
            orders.push((number, customer));
        }
    }

    pub(crate) fn promise(&self, number: OrderNumber, promise: Promise) {
        self.promises.borrow_mut().push((number, promise));
    }
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
            Action::BookAtDesk { desk, customer, court, day, start, pays, arrives } => {
                self.book_at_desk(desk, customer, (court, day, start), (pays, arrives)).await
            }
            Action::MarkAttendance { desk, of, came } => self.mark_attendance(desk, of, came).await,
            Action::TakeDue { desk, of, tender } => self.take_due(desk, of, tender).await,
            Action::CancelAtDesk { desk, of } => self.cancel_at_desk(desk, of).await,
            Action::MoveAtDesk { desk, of, court } => self.move_at_desk(desk, of, court).await,
            Action::Rain { day, hour, hours } => self.rain(day, (hour, hours)).await,
            Action::Job(job) => describe(run_job(&self.app, job).await, |done| format!("{done} done")),
        }
    }

    async fn hold(
        &self,
        customer: CustomerId,
        (court, day, start): (i64, Date, &str),
    ) -> Result<OrderNumber, String> {
        let start = start.parse().map_err(|_| "no time".to_owned())?;
        let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(court), day, start };
        let order = place_hold(&self.app, customer, pick).await.map_err(|error| error.to_string())?;
        self.memory.learn(order.number, customer);
        self.memory.promise(order.number, Promise::Held);
        Ok(order.number)
    }

    async fn confirm(&self, (number, customer): (OrderNumber, CustomerId), code: Option<&str>) -> String {
        describe(confirm_at_court(&self.app, customer, number, code).await, |order| {
            self.memory.promise(number, Promise::Confirmed);
            format!("{number} is {}", order.status)
        })
    }

    async fn checkout(
        &self,
        (number, customer): (OrderNumber, CustomerId),
        code: Option<&str>,
        any_court: bool,
    ) -> Result<String, GeneratePaymentError> {
        let request = OnlinePaymentRequest { number, code: code.map(str::to_owned), any_court, shown: None };
        let checkout = generate_payment(&self.app, customer, request).await?;
        self.memory.checkouts.borrow_mut().push(checkout.provider_order.clone());
        Ok(checkout.provider_order)
    }

    async fn hint(&self, (number, customer): (OrderNumber, CustomerId)) -> String {
        describe(confirm_payment(&self.app, customer, number, None).await, |overview| {
            if overview.order.status.is_booking() && overview.payment == PaymentState::Paid {
                self.memory.promise(number, Promise::Confirmed);
            }
            format!("{number} is {}, payment {:?}", overview.order.status, overview.payment)
        })
    }

    async fn pay_online(&self, order: (OrderNumber, CustomerId), bank: Bank, hints: bool) -> String {
        let id = match self.checkout(order, None, false).await {
            Ok(id) => id,
            Err(error) => return format!("{} refused: {error}", order.0),
        };
        let payment = self.provider.pay(&id, bank, self.app.clock_now());
        if hints { self.hint(order).await } else { format!("{} paid by {payment:?}", order.0) }
    }

    /// Those of these orders that are bookings, as they are now.
    async fn bookings(&self, of: &[usize]) -> Result<Vec<Order>, String> {
        let mut found: Vec<Order> = Vec::new();
        for of in of {
            let Some((number, customer)) = self.memory.order(*of) else { continue };
            match find_order(&self.app, customer, number).await {
                Ok(Some(order)) if order.status.is_booking() => {
                    if found.iter().all(|other| other.number != order.number) {
                        found.push(order);
                    }
                }
                Ok(_) => {}
                Err(error) => return Err(format!("refused: {error}")),
            }
        }
        if found.is_empty() { Err("no booking".to_owned()) } else { Ok(found) }
    }

    async fn request_payment(&self, of: &[usize], rupees: i64) -> String {
        let orders = match self.bookings(of).await {
            Ok(orders) => orders,
            Err(why) => return why,
        };
        let now = self.app.clock_now();
        let bill = desk::new_bill(&orders, Money::from_rupees(rupees), BillMethod::Provider, now);
        describe(desk::request_online(&self.app.store, &*self.provider, bill).await, |checkout| {
            let line = format!("requested by {checkout:?}");
            self.memory.checkouts.borrow_mut().extend(checkout);
            line
        })
    }

    /// What a clerk takes of a booking as they see it.
    async fn line(&self, of: usize, rupees: i64) -> Result<PaymentLine, String> {
        let none = || "no booking".to_owned();
        let order = self.bookings(&[of]).await?.first().map(|order| order.number).ok_or_else(none)?;
        let seen = find_booking(&self.app, &[VENUE], order).await;
        let seen = seen.map_err(|error| format!("refused: {error}"))?.ok_or_else(none)?.booking;
        Ok(PaymentLine { order, version: seen.version, amount: Money::from_rupees(rupees) })
    }

    /// Shows a QR code. If the provider does not answer, the clerk tries once more; a code of ₹300 is left without an answer.
    async fn make_qr(&self, of: usize, rupees: i64) -> String {
        let line = match self.line(of, rupees).await {
            Ok(line) => line,
            Err(why) => return why,
        };
        let key = self.memory.next_key();
        let request = MakeQr { lines: vec![line], payer: None };
        let mut made = make_qr(&self.app, owner(), VENUE, request.clone(), key.clone()).await;
        if made.is_err() && rupees != 300 {
            made = make_qr(&self.app, owner(), VENUE, request, key).await;
        }
        describe(made, |made| {
            self.memory.codes.borrow_mut().push(made.qr.bill);
            self.memory.checkouts.borrow_mut().extend(made.qr.id.clone().filter(|_| made.qr.is_open()));
            format!("{} is for {rupees} rupees: {:?}", made.qr.bill, made.qr.id)
        })
    }

    async fn take_cash(&self, of: usize, rupees: i64) -> String {
        let line = match self.line(of, rupees).await {
            Ok(line) => line,
            Err(why) => return why,
        };
        let request =
            TakePayment { lines: vec![line], tender: Tender::Cash, payer: None, reference: None, firm: None };
        let taken = take_payment(&self.app, owner(), VENUE, request, self.memory.next_key()).await;
        if matches!(taken, Err(TakePaymentError::ShiftNeeded)) {
            let opened = open_shift(&self.app, owner(), VENUE, drawer(), self.memory.next_key()).await;
            return describe(opened, |shift| format!("shift {shift} is open"));
        }
        describe(taken, |taken| {
            self.memory.cash.borrow_mut().push(DeskPaymentId(taken.payment));
            format!("took {rupees} rupees: {}", taken.payment)
        })
    }

    async fn count_drawer(&self) -> String {
        let shift = match read_drawer(&self.app, owner(), VENUE).await {
            Ok((_, Some(open))) => open.shift.id,
            Ok((_, None)) => return "no shift is open".to_owned(),
            Err(error) => return format!("refused: {error}"),
        };
        let counted = count_shift(&self.app, owner(), shift, drawer(), self.memory.next_key()).await;
        describe(counted, |counted| format!("shift {shift} is counted, {} is open", counted.next))
    }

    async fn move_booking(&self, of: usize, court: i64) -> String {
        let orders = match self.bookings(&[of]).await {
            Ok(orders) => orders,
            Err(why) => return why,
        };
        let Some(order) = orders.first().filter(|order| order.slot.court != CourtId(court)) else {
            return "it is there".to_owned();
        };
        let to = Slot { court: CourtId(court), starts_at: order.slot.starts_at };
        let moved = desk::move_booking(&self.app.store, order, to, self.app.clock_now()).await;
        describe(moved, |moved| format!("{} moved: {moved}", order.number))
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
