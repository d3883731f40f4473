//! Trying a code: what `/otp` and `/forgotverification` have in common.

use jiff::Timestamp;
use sideout_domain::person::OneTimeCode;
use sideout_store::{
    Session, StoreError,
    accounts::{CodeHandles, CodeTry, HandlePurpose, HandleStage, Rate, SecretHash, Throttles, TriedCode},
};

use crate::{
    App, Throttled,
    clock::{earlier, later},
    throttle::Charges,
};

/// A code that is about to be tried.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    attempt: CodeTry,
    charges: Charges,
    wrong_codes_per_phone: Rate,
    now: Timestamp,
}

/// The handle is unknown, too old, spent, dead after too many tries, or of another purpose; which one is not told.
#[derive(Debug, Clone, Copy)]
pub(super) struct NothingToTry;

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

    /// Tries the code in the caller's unit of work, which must commit also when it is wrong: that is what counts it.
    ///
    /// INVARIANT: a handle takes five wrong codes, a number ten a day, and a right code works once
    /// (suites `thirty_guesses_at_once`, `one_code_twice_at_once`, `wrong_codes_per_phone`).
    pub(super) async fn run<E>(&self, tx: &mut dyn Session) -> Result<TriedCode, E>
    where
        E: From<StoreError> + From<Throttled> + From<NothingToTry>,
    {
        self.charges.take::<E>(tx, self.now).await?;
        let handle = CodeHandles(tx).find(&self.attempt.hash).await?.ok_or(NothingToTry)?;
        // Charged before it is known to be wrong, so that guesses on many handles at once queue up here.
        let bucket = format!("wrong-code:{}", handle.phone.as_e164());
        if let Some(wait) = Throttles(tx).charge(&bucket, self.wrong_codes_per_phone, self.now).await? {
            return Err(Throttled::during(wait).into());
        }
        let tried = CodeHandles(tx).try_code(&self.attempt, self.now).await?.ok_or(NothingToTry)?;
        if tried.right {
            Throttles(tx).give_back(&bucket, self.wrong_codes_per_phone).await?;
        }
        Ok(tried)
    }
}
