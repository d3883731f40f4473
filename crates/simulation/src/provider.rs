//! The payment provider and the players' banks, in memory. Calls fail before or after they are done, as their gates
//! say; webhooks are kept until the simulation delivers, repeats, reorders or loses them.

use std::{collections::HashMap, fmt, sync::Arc};

use async_trait::async_trait;
use jiff::{Timestamp, civil::Date};
use parking_lot::Mutex;
use serde_json::json;
use sideout_domain::{
    money::Money,
    payment::{PaymentStatus, ProviderOrderStatus},
    payout::PayoutLine,
};
use sideout_providers::payments::{
    CreatedBetween, ListPage, ListedOrder, ListedRefund, NewProviderOrder, NewQrCode, NewRefund, Payment,
    PaymentError, PaymentId, PaymentProvider, PaymentsPage, ProviderFault, ProviderOrder, ProviderOrderId,
    ProviderRefund, QrCode, QrCodeId, RefundId, RefundProgress, Refusal, TimeBudget,
};

use crate::{
    gates::{Gates, Kind, Operation, Verdict},
    provider_qr::SimulatedCode,
    random::Random,
};

/// The provider's fee is the amount divided by this: two percent.
const FEE_DIVISOR: i64 = 50;

/// An order at the provider.
#[derive(Debug, Clone)]
struct OpenedOrder {
    id: ProviderOrderId,
    receipt: String,
    amount: Money,
}

/// A refund at the provider.
#[derive(Debug, Clone)]
struct SentRefund {
    refund: ProviderRefund,
    key: String,
    notes: Vec<(String, String)>,
}

/// A webhook that was not delivered yet.
#[derive(Debug, Clone)]
pub(crate) struct Webhook {
    pub(crate) id: String,
    pub(crate) body: Vec<u8>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    orders: Vec<OpenedOrder>,
    pub(crate) codes: Vec<SimulatedCode>,
    pub(crate) payments: Vec<Payment>,
    /// The QR codes by which payments were made.
    pub(crate) code_of: HashMap<String, QrCodeId>,
    refunds: Vec<SentRefund>,
    webhooks: Vec<Webhook>,
    sent_webhooks: usize,
}

/// How a player's payment begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bank {
    /// The money is taken at once.
    Captures,
    /// The money is reserved; the provider or the application captures it later.
    Authorizes,
    /// The bank declines, and may accept the same payment later.
    Declines,
}

/// A captured payment as the provider knows it.
#[derive(Debug, Clone)]
pub(crate) struct CapturedPayment {
    pub(crate) id: String,
    pub(crate) amount: Money,
    /// The sum of its refunds.
    pub(crate) refunded: Money,
    pub(crate) refunds: usize,
}

/// The provider of a simulation.
pub(crate) struct SimulatedProvider {
    state: Mutex<State>,
    gates: Arc<Gates>,
    random: Random,
    captures_by_itself: bool,
    /// Broken on purpose: it forgets keys and earlier refunds.
    refunds_again: bool,
}

impl fmt::Debug for SimulatedProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SimulatedProvider")
    }
}

fn fault(call: &'static str) -> ProviderFault {
    ProviderFault { call, message: "simulated".to_owned(), status: None, retry_after: None }
}

pub(crate) fn refused(refusal: Refusal, call: &'static str) -> PaymentError {
    PaymentError::Refused(refusal, fault(call))
}

impl SimulatedProvider {
    pub(crate) fn new(gates: Arc<Gates>, seed: u64, captures_by_itself: bool, refunds_again: bool) -> Self {
        let random = Random::new(seed);
        SimulatedProvider { state: Mutex::default(), gates, random, captures_by_itself, refunds_again }
    }

    /// Does `work` when the gate opens, unless the call fails before it.
    async fn call<T>(
        &self,
        name: &'static str,
        work: impl FnOnce(&mut State) -> Result<T, PaymentError>,
    ) -> Result<T, PaymentError> {
        let operation: Operation<'_> = self.gates.pass(Kind::Provider, name).await;
        if operation.verdict == Verdict::FailBefore {
            return Err(PaymentError::Unavailable(fault(name)));
        }
        let done = work(&mut self.state.lock());
        if let Err(error) = &done {
            operation.note(&error.to_string());
        }
        match operation.verdict {
            Verdict::FailAfter => Err(PaymentError::Unknown(fault(name))),
            Verdict::Pass | Verdict::FailBefore => done,
        }
    }

    /// A player pays an order, or by a QR code; `None` if it is paid or closed.
    pub(crate) fn pay(&self, order: &str, bank: Bank, now: Timestamp) -> Option<String> {
        let mut state = self.state.lock();
        if order.starts_with("qr_") {
            return state.scan(order, bank, now);
        }
        let opened = state.orders.iter().find(|opened| opened.id.as_str() == order)?.clone();
        if state.is_paid(&opened.id) {
            return None;
        }
        let id: PaymentId = format!("pay_SIM{:06}", state.payments.len()).parse().ok()?;
        let status = match bank {
            Bank::Captures => PaymentStatus::Captured,
            Bank::Authorizes => PaymentStatus::Authorized,
            Bank::Declines => PaymentStatus::Failed,
        };
        let payment = Payment {
            id: id.clone(),
            order: Some(opened.id.clone()),
            amount: opened.amount,
            currency: "INR".to_owned(),
            status,
            refunded: Money::ZERO,
            method: Some("upi".to_owned()),
            fee: Money::ZERO,
            failure: (bank == Bank::Declines).then(|| "declined".to_owned()),
        };
        state.payments.push(payment);
        let last = state.payments.len() - 1;
        state.set_status(last, status);
        Some(id.to_string())
    }

    /// A bank answers for one payment that is not captured; returns its id and its new status, `None` if there is none.
    pub(crate) fn bank_answers(&self) -> Option<String> {
        let mut state = self.state.lock();
        let open: Vec<usize> = (0..state.payments.len())
            .filter(|index| {
                let status = state.payments[*index].status;
                status == PaymentStatus::Failed
                    || status == PaymentStatus::Created
                    || (status == PaymentStatus::Authorized && self.captures_by_itself)
            })
            .collect();
        let index = *self.random.pick(&open)?;
        let status = if self.random.percent(75) { PaymentStatus::Captured } else { PaymentStatus::Failed };
        let id = state.payments[index].id.to_string();
        let reached = state.set_status(index, status);
        Some(format!("{id} {}", reached.name()))
    }

    /// The banks answer all that is open: reserved money is taken if the provider does so by itself, or given back.
    pub(crate) fn banks_answer_all(&self) {
        let mut state = self.state.lock();
        for index in 0..state.payments.len() {
            if state.payments[index].status == PaymentStatus::Created {
                state.set_status(index, PaymentStatus::Captured);
            } else if state.payments[index].status == PaymentStatus::Authorized {
                let status =
                    if self.captures_by_itself { PaymentStatus::Captured } else { PaymentStatus::Failed };
                state.set_status(index, status);
            }
        }
    }

    /// A bank confirms a refund; returns its id, `None` if none is pending.
    pub(crate) fn pay_out_refund(&self) -> Option<String> {
        let mut state = self.state.lock();
        let open: Vec<usize> = (0..state.refunds.len())
            .filter(|index| state.refunds[*index].refund.progress == RefundProgress::Pending)
            .collect();
        let index = *self.random.pick(&open)?;
        state.refunds[index].refund.progress = RefundProgress::Processed;
        let id = state.refunds[index].refund.id.to_string();
        state.send_webhook(
            json!({"event": "refund.processed", "payload": {"refund": {"entity": {"id": id}}}}),
        );
        Some(id)
    }

    /// Takes one of the webhooks that wait; `repeat` leaves it there as well.
    pub(crate) fn take_webhook(&self, repeat: bool) -> Option<Webhook> {
        let mut state = self.state.lock();
        if state.webhooks.is_empty() {
            return None;
        }
        let index = self.random.below(state.webhooks.len());
        Some(if repeat { state.webhooks[index].clone() } else { state.webhooks.remove(index) })
    }

    /// The payments that were captured.
    pub(crate) fn captured(&self) -> Vec<CapturedPayment> {
        let state = self.state.lock();
        let captured = state.payments.iter().filter(|payment| payment.status.was_captured());
        captured
            .map(|payment| {
                let refunds: Vec<Money> = state
                    .refunds
                    .iter()
                    .filter(|sent| sent.refund.payment == payment.id)
                    .map(|sent| sent.refund.amount)
                    .collect();
                CapturedPayment {
                    id: payment.id.to_string(),
                    amount: payment.amount,
                    refunded: refunds.iter().copied().sum(),
                    refunds: refunds.len(),
                }
            })
            .collect()
    }
}

impl State {
    fn is_paid(&self, order: &ProviderOrderId) -> bool {
        self.payments
            .iter()
            .any(|payment| payment.order.as_ref() == Some(order) && payment.status.was_captured())
    }

    /// Sets the status of a payment, sends its webhooks and returns the status. A payment whose order was paid by another one fails
    /// instead of being captured: the bank gives the money back.
    pub(crate) fn set_status(&mut self, index: usize, status: PaymentStatus) -> PaymentStatus {
        let payment = &self.payments[index];
        let order = payment.order.clone();
        let has_rival = order.as_ref().is_some_and(|order| {
            self.payments.iter().enumerate().any(|(other, rival)| {
                other != index && rival.order.as_ref() == Some(order) && rival.status.was_captured()
            })
        });
        let status =
            if status == PaymentStatus::Captured && has_rival { PaymentStatus::Failed } else { status };
        let payment = &mut self.payments[index];
        payment.status = status;
        if status == PaymentStatus::Captured {
            payment.fee = Money::from_paise(payment.amount.paise() / FEE_DIVISOR);
        }
        let id = payment.id.to_string();
        if let Some(code) = self.code_of.get(&id).cloned() {
            self.record_code_payment(&code, &id, status);
            return status;
        }
        let order = order.map(|order| order.to_string());
        let event = format!("payment.{}", status.name());
        self.send_webhook(
            json!({"event": event, "payload": {"payment": {"entity": {"id": id, "order_id": order}}}}),
        );
        if status == PaymentStatus::Captured {
            self.send_webhook(
                json!({"event": "order.paid", "payload": {"order": {"entity": {"id": order}}}}),
            );
        }
        status
    }

    pub(crate) fn send_webhook(&mut self, body: serde_json::Value) {
        self.sent_webhooks += 1;
        let id = format!("evt_{:06}", self.sent_webhooks);
        self.webhooks.push(Webhook { id, body: body.to_string().into_bytes() });
    }

    fn position(&self, id: &PaymentId, call: &'static str) -> Result<usize, PaymentError> {
        let found = self.payments.iter().position(|payment| payment.id == *id);
        found.ok_or_else(|| refused(Refusal::NoSuchId, call))
    }
}

fn listed(sent: &SentRefund) -> ListedRefund {
    ListedRefund { refund: sent.refund.clone(), notes: sent.notes.iter().cloned().collect() }
}

#[async_trait]
impl PaymentProvider for SimulatedProvider {
    fn captures_by_itself(&self) -> bool {
        self.captures_by_itself
    }

    async fn create_order(
        &self,
        order: &NewProviderOrder,
        _budget: TimeBudget,
    ) -> Result<ProviderOrder, PaymentError> {
        self.call("create_order", |state| {
            let id: ProviderOrderId = format!("order_SIM{:06}", state.orders.len())
                .parse()
                .map_err(|_| refused(Refusal::Other, "create_order"))?;
            let opened = OpenedOrder { id: id.clone(), receipt: order.receipt.clone(), amount: order.amount };
            state.orders.push(opened);
            Ok(ProviderOrder { id, amount: order.amount, status: ProviderOrderStatus::Created })
        })
        .await
    }

    async fn find_order_by_receipt(
        &self,
        receipt: &str,
        _budget: TimeBudget,
    ) -> Result<Option<ProviderOrder>, PaymentError> {
        self.call("find_order_by_receipt", |state| {
            let found = state.orders.iter().rev().find(|order| order.receipt == receipt);
            Ok(found.map(|order| ProviderOrder {
                id: order.id.clone(),
                amount: order.amount,
                status: ProviderOrderStatus::Created,
            }))
        })
        .await
    }

    async fn find_order(
        &self,
        id: &ProviderOrderId,
        _budget: TimeBudget,
    ) -> Result<ProviderOrder, PaymentError> {
        self.call("find_order", |state| {
            let order = state.orders.iter().find(|order| order.id == *id);
            let order = order.ok_or_else(|| refused(Refusal::NoSuchId, "find_order"))?;
            let paid = state.is_paid(id);
            let status = if paid { ProviderOrderStatus::Paid } else { ProviderOrderStatus::Attempted };
            Ok(ProviderOrder { id: id.clone(), amount: order.amount, status })
        })
        .await
    }

    async fn list_payments(
        &self,
        order: &ProviderOrderId,
        _skip: u32,
        _budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError> {
        self.call("list_payments", |state| {
            let of_order =
                state.payments.iter().rev().filter(|payment| payment.order.as_ref() == Some(order));
            Ok(PaymentsPage { payments: of_order.cloned().collect(), unreadable: 0, next: None })
        })
        .await
    }

    async fn find_payment(&self, id: &PaymentId, _budget: TimeBudget) -> Result<Payment, PaymentError> {
        let mut found = self
            .call("find_payment", |state| {
                let index = state.position(id, "find_payment")?;
                Ok(state.payments[index].clone())
            })
            .await?;
        if self.refunds_again {
            found.refunded = Money::ZERO;
        }
        Ok(found)
    }

    async fn capture(
        &self,
        id: &PaymentId,
        amount: Money,
        _budget: TimeBudget,
    ) -> Result<Payment, PaymentError> {
        self.call("capture", |state| {
            let index = state.position(id, "capture")?;
            match state.payments[index].status {
                PaymentStatus::Authorized if state.payments[index].amount == amount => {
                    if state.set_status(index, PaymentStatus::Captured) != PaymentStatus::Captured {
                        return Err(refused(Refusal::AlreadyPaid, "capture"));
                    }
                }
                PaymentStatus::Captured | PaymentStatus::Refunded => {}
                _ => return Err(refused(Refusal::Other, "capture")),
            }
            Ok(state.payments[index].clone())
        })
        .await
    }

    async fn refund(&self, new: &NewRefund) -> Result<ProviderRefund, PaymentError> {
        let (refunds_again, is_slow) = (self.refunds_again, self.random.percent(50));
        self.call("refund", |state| {
            if let Some(sent) = state.refunds.iter().find(|sent| sent.key == new.key && !refunds_again) {
                return Ok(sent.refund.clone());
            }
            let index = state.position(&new.payment, "refund")?;
            let payment = &mut state.payments[index];
            if !refunds_again && payment.refunded.plus(new.amount) > payment.amount {
                return Err(refused(Refusal::TooMuch, "refund"));
            }
            payment.refunded = payment.refunded.plus(new.amount);
            if payment.refunded == payment.amount {
                payment.status = PaymentStatus::Refunded;
            }
            let id: RefundId = format!("rfnd_SIM{:06}", state.refunds.len())
                .parse()
                .map_err(|_| refused(Refusal::Other, "refund"))?;
            let progress = if is_slow { RefundProgress::Pending } else { RefundProgress::Processed };
            let refund = ProviderRefund { id, payment: new.payment.clone(), amount: new.amount, progress };
            let sent = SentRefund { refund: refund.clone(), key: new.key.clone(), notes: new.notes.clone() };
            state.refunds.push(sent);
            Ok(refund)
        })
        .await
    }

    async fn find_refund(&self, id: &RefundId) -> Result<ProviderRefund, PaymentError> {
        self.call("find_refund", |state| {
            let found = state.refunds.iter().find(|sent| sent.refund.id == *id);
            found.map(|sent| sent.refund.clone()).ok_or_else(|| refused(Refusal::NoSuchId, "find_refund"))
        })
        .await
    }

    async fn list_orders(
        &self,
        _span: CreatedBetween,
        _skip: u32,
        _budget: TimeBudget,
    ) -> Result<ListPage<ListedOrder>, PaymentError> {
        // Not simulated.
        Err(PaymentError::Unavailable(fault("list_orders")))
    }

    async fn list_refunds(
        &self,
        _span: CreatedBetween,
        _skip: u32,
    ) -> Result<ListPage<ListedRefund>, PaymentError> {
        Err(PaymentError::Unavailable(fault("list_refunds")))
    }

    async fn list_refunds_of(&self, payment: &PaymentId) -> Result<Vec<ListedRefund>, PaymentError> {
        let found = self
            .call("list_refunds_of", |state| {
                let of_payment = state.refunds.iter().filter(|sent| sent.refund.payment == *payment);
                Ok(of_payment.map(listed).collect())
            })
            .await?;
        Ok(if self.refunds_again { Vec::new() } else { found })
    }

    async fn create_qr_code(&self, code: &NewQrCode, _budget: TimeBudget) -> Result<QrCode, PaymentError> {
        self.call("create_qr_code", |state| state.create_code(code)).await
    }

    async fn find_qr_code_by_reference(
        &self,
        reference: &str,
        _span: CreatedBetween,
        _budget: TimeBudget,
    ) -> Result<Option<QrCode>, PaymentError> {
        self.call("find_qr_code_by_reference", |state| {
            Ok(state.find_code(|code| code.reference.as_deref() == Some(reference)))
        })
        .await
    }

    async fn find_qr_code(&self, id: &QrCodeId, _budget: TimeBudget) -> Result<QrCode, PaymentError> {
        self.call("find_qr_code", |state| {
            state.find_code(|code| code.id == *id).ok_or_else(|| refused(Refusal::NoSuchId, "find_qr_code"))
        })
        .await
    }

    async fn close_qr_code(&self, id: &QrCodeId, _budget: TimeBudget) -> Result<QrCode, PaymentError> {
        self.call("close_qr_code", |state| state.close_code(id)).await
    }

    async fn list_qr_payments(
        &self,
        code: &QrCodeId,
        _skip: u32,
        _budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError> {
        self.call("list_qr_payments", |state| {
            let payments = state.payments_of(code).cloned().collect();
            Ok(PaymentsPage { payments, unreadable: 0, next: None })
        })
        .await
    }

    async fn list_qr_codes(
        &self,
        _span: CreatedBetween,
        _skip: u32,
        _budget: TimeBudget,
    ) -> Result<ListPage<QrCode>, PaymentError> {
        Err(PaymentError::Unavailable(fault("list_qr_codes")))
    }

    /// Payouts are not simulated: each answer is that the provider is unavailable.
    async fn list_payout_lines(&self, _day: Date, _skip: u32) -> Result<ListPage<PayoutLine>, PaymentError> {
        Err(PaymentError::Unavailable(fault("list_payout_lines")))
    }
}
