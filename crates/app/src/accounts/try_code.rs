//! Checks a one-time code.

use jiff::Timestamp;
use sideout_domain::person::{OneTimeCode, Phone};
use sideout_store::{
    Session, StoreError,
    accounts::{
        CodeHandles, CodeTry, Customers, HandlePurpose, HandleStage, Rate, SecretHash, Throttles, TriedCode,
    },
};

use crate::{
    App, Throttled,
    platform::{
        clock::{earlier, later},
        throttle::Charges,
    },
};

/// The name of the bucket that counts wrong codes of one purpose for a number.
pub(crate) fn wrong_codes_bucket(purpose: HandlePurpose, phone: &Phone) -> String {
    format!("wrong-code:{}:{}", purpose.as_str(), phone.as_e164())
}

/// A code that is about to be checked.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    attempt: CodeTry,
    charges: Charges,
    wrong_codes_per_phone: Rate,
    now: Timestamp,
}

/// An attempt that was counted.
#[derive(Debug)]
pub(super) struct Tried {
    /// The result of the check.
    pub(super) code: TriedCode,
    /// Attempts that the handle has left.
    pub(super) left: u32,
}

impl Trial {
    pub(super) fn new(
        app: &App,
        handle: SecretHash,
        code: &OneTimeCode,
        purposes: [HandlePurpose; 2],
        next: (HandleStage, Option<SecretHash>),
        charges: Charges,
    ) -> Self {
        let now = app.clock.now();
        let seconds = i64::from(app.settings.handle_seconds);
        Trial {
            attempt: CodeTry {
                hash: handle,
                code_hash: app.secrets.code_hash(&handle, code),
                purposes,
                next_stage: next.0,
                reset_token_hash: next.1,
                next_expires_at: later(now, seconds),
                max_tries: app.settings.limits.wrong_codes_per_handle,
                sent_after: earlier(now, seconds),
            },
            charges,
            wrong_codes_per_phone: app.settings.limits.wrong_codes_per_phone,
            now,
        }
    }

    /// Checks the code in the caller's unit of work. `None`: the handle is unknown, expired, used, had too many
    /// attempts, or has another purpose, or its last code has expired; the error does not reveal which.
    ///
    /// The unit of work must commit also if the code is wrong or the result is `None`, because the commit counts the
    /// attempt: for the network, and if the code is wrong also for the handle and the number.
    ///
    /// INVARIANT: a handle takes five wrong codes (`business.limits.wrong_codes_per_handle`), and a right code works once
    /// (tests `of_thirty_wrong_codes_at_once_five_are_checked`, `one_code_twenty_times_at_once_signs_in_once`). A number
    /// takes ten wrong codes per purpose at once and ten more spread over a day (`business.limits.wrong_codes_per_phone`);
    /// while these are used up, one for each code that is sent: guessing is then as slow as the messages, and an
    /// attacker cannot keep the owner from using the latest code (test
    /// `after_wrong_codes_of_a_stranger_the_owner_has_one_try_for_each_code`).
    pub(super) async fn run<E>(&self, tx: &mut dyn Session) -> Result<Option<Tried>, E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        self.charges.take::<E>(tx, self.now).await?;
        let Some(handle) = CodeHandles(tx).find(&self.attempt.hash).await? else { return Ok(None) };
        // Charged before the code is checked, so that concurrent guesses on many handles of one number wait for this
        // row one by one.
        let bucket = wrong_codes_bucket(handle.purpose, &handle.phone);
        let budget = self.wrong_codes_per_phone;
        let within = Throttles(tx).charge(&bucket, budget, self.now).await?.is_none();
        let most = self.attempt.max_tries;
        let attempt = CodeTry {
            max_tries: if within { most } else { most.min(handle.code_sends) },
            ..self.attempt.clone()
        };
        let tried = CodeHandles(tx).try_code(&attempt, self.now).await?;
        if within && tried.as_ref().is_none_or(|tried| tried.is_right) {
            Throttles(tx).give_back(&bucket, budget).await?;
        }
        Ok(tried.map(|code| Tried { left: attempt.max_tries.saturating_sub(code.code_tries), code }))
    }
}

/// Whether the account of a number is locked because its data will be erased. A caller may reveal it only after a right code.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn is_locked(tx: &mut dyn Session, phone: &Phone) -> Result<bool, StoreError> {
    match Customers(tx).find_by_phone(phone).await? {
        Some(customer) => Customers(tx).is_locked(customer.id).await,
        None => Ok(false),
    }
}
