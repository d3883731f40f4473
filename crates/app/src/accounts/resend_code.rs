//! `POST /resendotp`: sends another code when the first message did not arrive.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_store::{
    Session, StoreError,
    accounts::{CodeHandle, CodeHandles, CodeHash, HandlePurpose, HandleStage, ReplacedCode},
};

use super::issue_code::{code_message, fresh_code, write_and_send};
use crate::{
    App, Limit, Throttled,
    platform::{
        clock::{earlier, later},
        text_message_queue::TextMessagesFail,
        throttle::{Charges, TextBudget},
        tokens::hash_of,
    },
};

/// Why no other code was sent.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ResendCodeError {
    /// The handle cannot get another code: it has expired, was verified, had too many attempts or codes, or does not
    /// exist.
    #[error("the handle cannot be used")]
    NothingToResend,
    /// The request is too soon after the previous code of the handle.
    #[error("a code was sent just before: {0}")]
    TooSoon(Throttled),
    /// There were too many codes for this number, from this network or in all.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// No code can be sent at the moment, to any number.
    #[error(transparent)]
    TextMessagesFail(#[from] TextMessagesFail),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sends a new code that replaces the old one; returns the seconds until another code can be requested. Wrong attempts
/// stay counted. A decoy gets the same response.
///
/// # Errors
/// [`ResendCodeError`].
pub async fn resend_code(app: &App, network: IpAddr, handle: &str) -> Result<u32, ResendCodeError> {
    let now = app.clock.now();
    let hash = hash_of(handle).ok_or(ResendCodeError::NothingToResend)?;
    app.text_message_queue.check()?;
    let find = app.store.read(hash, |tx, hash| Box::pin(async move { CodeHandles(tx).find(hash).await }));
    let found: Option<CodeHandle> = find.await?;
    let found = found.ok_or(ResendCodeError::NothingToResend)?;

    let code = fresh_code(app);
    let is_decoy = found.purpose == HandlePurpose::Reset && found.customer_id.is_none();
    let limits = &app.settings.limits;
    let work = Work {
        new: ReplacedCode {
            hash,
            code_hash: if is_decoy {
                CodeHash(app.random.bytes())
            } else {
                app.secrets.code_hash(&hash, &code)
            },
            lives_until: later(now, i64::from(app.settings.handle_seconds)),
            max_tries: limits.wrong_codes_per_handle,
            max_sends: limits.codes_per_handle,
            sent_until: earlier(now, i64::from(app.settings.otp_resend_seconds)),
        },
        charges: app.text_charges(found.purpose, &found.phone, network),
        budget: app.text_budget(network),
        is_decoy,
        now,
    };
    let message = code_message(app, &found.phone, &code).await?;
    let message = move |sends: &u32| (!is_decoy).then(|| message.on_attempt(*sends));
    write_and_send(app, network, work, |tx, work| Box::pin(work.run(tx)), message).await?;
    Ok(app.settings.otp_resend_seconds)
}

struct Work {
    new: ReplacedCode,
    charges: Charges,
    budget: TextBudget,
    is_decoy: bool,
    now: Timestamp,
}

impl Work {
    /// Returns how many codes were sent for the handle, including this one.
    async fn run(&self, tx: &mut dyn Session) -> Result<u32, ResendCodeError> {
        let replaced = CodeHandles(tx).replace_code(&self.new, self.now).await?;
        let handle = CodeHandles(tx).find(&self.new.hash).await?.ok_or(ResendCodeError::NothingToResend)?;
        if !replaced {
            return Err(self.refusal(&handle));
        }
        self.charges.take::<ResendCodeError>(tx, self.now).await?;
        self.budget.request::<ResendCodeError>(tx, !self.is_decoy, self.now).await?;
        Ok(handle.code_sends)
    }

    /// Tells the caller to wait only if waiting helps.
    fn refusal(&self, handle: &CodeHandle) -> ResendCodeError {
        let accepts_codes = handle.stage == HandleStage::Issued
            && handle.code_tries < self.new.max_tries
            && handle.code_sends < self.new.max_sends
            && handle.expires_at > self.now;
        if accepts_codes && handle.code_sent_at > self.new.sent_until {
            let wait = handle.code_sent_at.duration_since(self.new.sent_until);
            ResendCodeError::TooSoon(Throttled::by(Limit::CodeGap, wait))
        } else {
            ResendCodeError::NothingToResend
        }
    }
}
