//! Callers of the provider: one that may crash before and after a call, and one that forgets its earlier calls.

use std::{
    io::Write as _,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use async_trait::async_trait;
use jiff::civil::Date;
use sideout_domain::{money::Money, payout::PayoutLine};
use sideout_providers::payments::{
    CreatedBetween, ListPage, ListedOrder, ListedRefund, NewProviderOrder, NewQrCode, NewRefund, Payment,
    PaymentError, PaymentId, PaymentProvider, PaymentsPage, ProviderOrder, ProviderOrderId, ProviderRefund,
    QrCode, QrCodeId, RefundId, TimeBudget,
};
use sideout_testkit::{Interceptor, Step};

/// Counts steps down and ends at the last one, or at the first one that is called `name`.
#[derive(Debug)]
pub(crate) struct Steps {
    pub(crate) left: AtomicUsize,
    pub(crate) name: Option<String>,
    /// Called with the step at which the process stops.
    pub(crate) end: fn(&str),
}

/// Stops until another process kills this one.
pub(crate) fn stop_forever(step: &str) {
    print_line(&format!("stops {step}"));
    loop {
        std::thread::park();
    }
}

impl Steps {
    fn pass(&self, step: &str) {
        let is_last = match &self.name {
            Some(name) => name == step,
            None => self.left.fetch_sub(1, Relaxed) == 1,
        };
        if is_last {
            (self.end)(step);
        }
    }
}

pub(crate) fn print_line(line: &str) {
    let mut out = std::io::stdout().lock();
    // The test harness prints the beginning of a line first, so each line begins with a line break.
    writeln!(out, "\n{line}").unwrap();
    out.flush().unwrap();
}

impl Interceptor for Steps {
    fn on_step(&self, step: Step) {
        match step {
            Step::Change(name) => self.pass(&format!("before {name}")),
            Step::BeforeCommit => self.pass("before a commit"),
            Step::AfterCommit => self.pass("after a commit"),
        }
    }
}

/// The caller of the provider.
#[derive(Debug)]
pub(crate) enum ProviderCaller {
    /// A process that may crash before and after a call.
    Crashing(Arc<Steps>),
    /// For controls: a caller without the memory that keeps it from requesting twice. Its searches find nothing, and
    /// each of its keys is new. The number counts the refunds that it requested.
    Forgetful(AtomicUsize),
}

impl ProviderCaller {
    fn pass(&self, step: &str) {
        if let ProviderCaller::Crashing(steps) = self {
            steps.pass(step);
        }
    }

    fn forgets(&self) -> bool {
        matches!(self, ProviderCaller::Forgetful(_))
    }
}

/// The provider as one of these callers uses it.
#[derive(Debug)]
pub(crate) struct InterceptedProvider {
    pub(crate) provider: Arc<dyn PaymentProvider>,
    pub(crate) caller: ProviderCaller,
}

#[async_trait]
impl PaymentProvider for InterceptedProvider {
    fn captures_by_itself(&self) -> bool {
        self.provider.captures_by_itself()
    }

    async fn create_order(
        &self,
        order: &NewProviderOrder,
        budget: TimeBudget,
    ) -> Result<ProviderOrder, PaymentError> {
        self.caller.pass("before an order is opened");
        let answer = self.provider.create_order(order, budget).await;
        self.caller.pass("after an order was opened");
        answer
    }

    async fn find_order_by_receipt(
        &self,
        receipt: &str,
        budget: TimeBudget,
    ) -> Result<Option<ProviderOrder>, PaymentError> {
        if self.caller.forgets() {
            Ok(None)
        } else {
            self.provider.find_order_by_receipt(receipt, budget).await
        }
    }

    async fn find_order(
        &self,
        id: &ProviderOrderId,
        budget: TimeBudget,
    ) -> Result<ProviderOrder, PaymentError> {
        self.provider.find_order(id, budget).await
    }

    async fn list_payments(
        &self,
        order: &ProviderOrderId,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError> {
        self.provider.list_payments(order, skip, budget).await
    }

    async fn find_payment(&self, id: &PaymentId, budget: TimeBudget) -> Result<Payment, PaymentError> {
        let mut payment = self.provider.find_payment(id, budget).await?;
        if self.caller.forgets() {
            payment.refunded = Money::ZERO;
        }
        Ok(payment)
    }

    async fn capture(
        &self,
        id: &PaymentId,
        amount: Money,
        budget: TimeBudget,
    ) -> Result<Payment, PaymentError> {
        self.caller.pass("before a capture");
        let answer = self.provider.capture(id, amount, budget).await;
        self.caller.pass("after a capture");
        answer
    }

    async fn refund(&self, refund: &NewRefund) -> Result<ProviderRefund, PaymentError> {
        self.caller.pass("before a refund");
        let mut refund = refund.clone();
        if let ProviderCaller::Forgetful(requested) = &self.caller {
            refund.key.push_str(&format!("-{}", requested.fetch_add(1, Relaxed)));
        }
        let answer = self.provider.refund(&refund).await;
        self.caller.pass("after a refund");
        answer
    }

    async fn find_refund(&self, id: &RefundId) -> Result<ProviderRefund, PaymentError> {
        self.provider.find_refund(id).await
    }

    async fn list_orders(
        &self,
        span: CreatedBetween,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<ListPage<ListedOrder>, PaymentError> {
        self.provider.list_orders(span, skip, budget).await
    }

    async fn list_refunds(
        &self,
        span: CreatedBetween,
        skip: u32,
    ) -> Result<ListPage<ListedRefund>, PaymentError> {
        self.provider.list_refunds(span, skip).await
    }

    async fn list_refunds_of(&self, payment: &PaymentId) -> Result<Vec<ListedRefund>, PaymentError> {
        if self.caller.forgets() { Ok(Vec::new()) } else { self.provider.list_refunds_of(payment).await }
    }

    async fn create_qr_code(&self, code: &NewQrCode, budget: TimeBudget) -> Result<QrCode, PaymentError> {
        self.caller.pass("before a QR code is made");
        let answer = self.provider.create_qr_code(code, budget).await;
        self.caller.pass("after a QR code was made");
        answer
    }

    async fn find_qr_code_by_reference(
        &self,
        reference: &str,
        span: CreatedBetween,
        budget: TimeBudget,
    ) -> Result<Option<QrCode>, PaymentError> {
        if self.caller.forgets() {
            Ok(None)
        } else {
            self.provider.find_qr_code_by_reference(reference, span, budget).await
        }
    }

    async fn find_qr_code(&self, id: &QrCodeId, budget: TimeBudget) -> Result<QrCode, PaymentError> {
        self.provider.find_qr_code(id, budget).await
    }

    async fn close_qr_code(&self, id: &QrCodeId, budget: TimeBudget) -> Result<QrCode, PaymentError> {
        self.caller.pass("before a QR code is closed");
        let answer = self.provider.close_qr_code(id, budget).await;
        self.caller.pass("after a QR code was closed");
        answer
    }

    async fn list_qr_payments(
        &self,
        code: &QrCodeId,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<PaymentsPage, PaymentError> {
        self.provider.list_qr_payments(code, skip, budget).await
    }

    async fn list_qr_codes(
        &self,
        span: CreatedBetween,
        skip: u32,
        budget: TimeBudget,
    ) -> Result<ListPage<QrCode>, PaymentError> {
        self.provider.list_qr_codes(span, skip, budget).await
    }

    async fn list_payout_lines(&self, day: Date, skip: u32) -> Result<ListPage<PayoutLine>, PaymentError> {
        self.provider.list_payout_lines(day, skip).await
    }
}
