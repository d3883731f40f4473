//! QR codes of the simulated provider. A code takes the payments of all who scan it while it is open, so it may be paid twice, and a
//! player whose bank answers late may pay it after it was closed.

use jiff::Timestamp;
use serde_json::json;
use sideout_domain::{money::Money, payment::PaymentStatus};
use sideout_providers::payments::{NewQrCode, Payment, PaymentError, PaymentId, QrCode, QrCodeId, Refusal};

use crate::provider::{Bank, State, refused};

/// A QR code at the provider.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedCode {
    id: QrCodeId,
    reference: String,
    amount: Money,
    is_closed: bool,
    closes_at: Timestamp,
}

impl SimulatedCode {
    /// The code as the provider answers it.
    fn to_answer(&self, state: &State) -> QrCode {
        let paid = state.payments_of(&self.id).filter(|payment| payment.status.was_captured()).count();
        QrCode {
            id: self.id.clone(),
            amount: Some(self.amount),
            content: Some(format!("upi://pay?pa=sim@upi&tr={}", self.id)),
            image_url: None,
            is_open: !self.is_closed,
            payments: u32::try_from(paid).unwrap_or(u32::MAX),
            reference: Some(self.reference.clone()),
            notes: [("reference".to_owned(), self.reference.clone())].into(),
            created_at: None,
        }
    }
}

impl State {
    pub(crate) fn create_code(&mut self, new: &NewQrCode) -> Result<QrCode, PaymentError> {
        let id: QrCodeId = format!("qr_SIM{:06}", self.codes.len())
            .parse()
            .map_err(|_| refused(Refusal::Other, "create_qr_code"))?;
        let code = SimulatedCode {
            id,
            reference: new.reference.clone(),
            amount: new.amount,
            is_closed: false,
            closes_at: new.closes_at,
        };
        self.codes.push(code.clone());
        Ok(code.to_answer(self))
    }

    pub(crate) fn find_code(&self, is_it: impl Fn(&QrCode) -> bool) -> Option<QrCode> {
        self.codes.iter().rev().map(|code| code.to_answer(self)).find(is_it)
    }

    pub(crate) fn close_code(&mut self, id: &QrCodeId) -> Result<QrCode, PaymentError> {
        let code = self.codes.iter_mut().find(|code| code.id == *id);
        let code = code.ok_or_else(|| refused(Refusal::NoSuchId, "close_qr_code"))?;
        code.is_closed = true;
        let code = code.clone();
        Ok(code.to_answer(self))
    }

    pub(crate) fn payments_of(&self, code: &QrCodeId) -> impl Iterator<Item = &Payment> {
        let own = |payment: &&Payment| self.code_of.get(payment.id.as_str()) == Some(code);
        self.payments.iter().filter(own)
    }

    /// A player scans a code and pays: the id of the payment, or `None` if the code is closed.
    pub(crate) fn scan(&mut self, id: &str, bank: Bank, now: Timestamp) -> Option<String> {
        let code = self.codes.iter().find(|code| code.id.as_str() == id)?;
        if code.is_closed || code.closes_at <= now {
            return None;
        }
        let (code, amount) = (code.id.clone(), code.amount);
        let id: PaymentId = format!("pay_SIM{:06}", self.payments.len()).parse().ok()?;
        self.payments.push(Payment {
            id: id.clone(),
            order: None,
            amount,
            currency: "INR".to_owned(),
            // The payment stays open until the payer's bank answers.
            status: if bank == Bank::Declines { PaymentStatus::Failed } else { PaymentStatus::Created },
            refunded: Money::ZERO,
            method: Some("upi".to_owned()),
            fee: Money::ZERO,
            failure: (bank == Bank::Declines).then(|| "declined".to_owned()),
        });
        self.code_of.insert(id.to_string(), code);
        if bank == Bank::Captures {
            self.set_status(self.payments.len() - 1, PaymentStatus::Captured);
        }
        Some(id.to_string())
    }

    /// Closes the code and sends a webhook if the payment was captured.
    pub(crate) fn record_code_payment(&mut self, code: &QrCodeId, payment: &str, status: PaymentStatus) {
        if status != PaymentStatus::Captured {
            return;
        }
        if let Some(code) = self.codes.iter_mut().find(|known| known.id == *code) {
            code.is_closed = true;
        }
        let (code, payment) = (json!({"id": code.as_str()}), json!({"id": payment, "order_id": null}));
        self.send_webhook(json!({"event": "qr_code.credited",
            "payload": {"payment": {"entity": payment}, "qr_code": {"entity": code}}}));
    }
}
