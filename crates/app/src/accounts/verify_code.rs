//! `POST /otp`: checks the code of a registration or of a login step-up.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::{CustomerId, person::OneTimeCode};
use sideout_store::{
    FormerStandings, Session, StoreError,
    accounts::{
        CodeHandle, CodeHandles, CodeHash, Customer, Customers, HandlePurpose, HandleStage, NewCustomer,
        NewHandle, PasswordFailures, SecretHash, Sessions, TriedCode,
    },
};

use super::{
    StartedSession,
    start_session::SessionDraft,
    try_code::{Trial, Tried, is_locked},
};
use crate::{
    App, Throttled,
    platform::{
        clock::later,
        networks::household_network,
        random::ID_DIGITS,
        retry_secret::{RetrySecret, is_repeatable},
        secrets::Secrets,
        tokens::{Token, hash_of},
    },
};

/// The most random ids that are drawn for a new customer, because a drawn id may be in use already.
const ID_DRAWS: usize = 4;

/// The result of a correct code.
#[derive(Debug, Clone)]
pub enum Verified {
    /// The customer is logged in, to a new account or after a step-up.
    SignedIn(StartedSession),
    /// The number had an account already: its owner may set a new password (`error` 2).
    MaySetPassword {
        /// The verified handle, for `resetpassword`'s `id`.
        handle: Token,
        /// The reset token, for its `Authorization` header.
        reset_token: Token,
    },
}

/// Why a code is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub enum VerifyCodeError {
    /// The code is wrong.
    #[error("wrong code")]
    WrongCode {
        /// The number of attempts that the handle still accepts.
        tries_left: u32,
    },
    /// The handle accepts no code: it or its code has expired, it was used, had too many attempts, has another purpose, or does not exist.
    #[error("the handle cannot be used")]
    NothingToTry,
    /// The code is right, and the data of the number's account will be erased.
    #[error("the account is locked")]
    AccountLocked,
    /// There were too many attempts from this network.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Verifies the phone number, and only then adds the account of a registration.
///
/// # Errors
/// [`VerifyCodeError`].
pub async fn verify_code(
    app: &App,
    network: IpAddr,
    handle: &str,
    code: &OneTimeCode,
) -> Result<Verified, VerifyCodeError> {
    verify_code_repeatably(app, network, handle, code, None).await
}

/// Like [`verify_code`], but a browser that repeats the call with the same `secret` within two minutes gets the same answer again: the
/// session, if it has not ended, or the reset, if it was not used and has not expired. The code begins no other session and grants no
/// other reset.
///
/// # Errors
/// [`VerifyCodeError`].
pub async fn verify_code_repeatably(
    app: &App,
    network: IpAddr,
    handle: &str,
    code: &OneTimeCode,
    secret: Option<RetrySecret>,
) -> Result<Verified, VerifyCodeError> {
    let now = app.clock.now();
    let handle = hash_of(handle).ok_or(VerifyCodeError::NothingToTry)?;
    let purposes = [HandlePurpose::Register, HandlePurpose::Verify];
    let next = (HandleStage::Consumed, None);
    let (session, grant, reset_token) = match &secret {
        None => (SessionDraft::new(app, now), Token::handle(&*app.random), Token::reset(&*app.random)),
        Some(secret) => {
            let tried = (&handle, code, secret);
            (
                SessionDraft::with(Token::session_of_code(&app.secrets, tried), app, now),
                Token::handle_of_code(&app.secrets, tried),
                Token::reset_of_code(&app.secrets, tried),
            )
        }
    };
    let work = Work {
        trial: Trial::new(app, handle, code, purposes, next, app.code_charges(network)),
        ids: std::array::from_fn(|_| CustomerId(app.random.number_of_digits(ID_DIGITS))),
        network: household_network(network).to_string(),
        session: session.hash,
        session_ends: session.expires_at,
        grant: grant.hash(),
        grant_code: CodeHash(app.random.bytes()),
        reset_token: reset_token.hash(),
        grant_ends: later(now, i64::from(app.settings.handle_seconds)),
        secrets: app.secrets.clone(),
        is_repeatable: secret.is_some(),
        now,
    };
    match app.store.write(work, |tx, work| Box::pin(work.run(tx))).await? {
        Found::Nothing => Err(VerifyCodeError::NothingToTry),
        Found::Locked => Err(VerifyCodeError::AccountLocked),
        Found::Wrong { tries_left } => Err(VerifyCodeError::WrongCode { tries_left }),
        Found::Customer(customer) => {
            Ok(Verified::SignedIn(StartedSession { token: session.token, customer: *customer }))
        }
        Found::AlreadyRegistered => Ok(Verified::MaySetPassword { handle: grant, reset_token }),
    }
}

/// Input of the unit of work. All randomness is drawn before it, because a unit of work may run more than once.
struct Work {
    trial: Trial,
    ids: [CustomerId; ID_DRAWS],
    /// As [`household_network`] writes it.
    network: String,
    session: SecretHash,
    session_ends: Timestamp,
    grant: SecretHash,
    grant_code: CodeHash,
    reset_token: SecretHash,
    grant_ends: Timestamp,
    secrets: Secrets,
    /// Whether the answer can be sent again, because its tokens follow from a secret of the browser.
    is_repeatable: bool,
    now: Timestamp,
}

enum Found {
    Nothing,
    Locked,
    Wrong { tries_left: u32 },
    Customer(Box<Customer>),
    AlreadyRegistered,
}

impl Work {
    async fn run(&self, tx: &mut dyn Session) -> Result<Found, VerifyCodeError> {
        let Some(Tried { code: tried, left }) = self.trial.run::<VerifyCodeError>(tx).await? else {
            return Ok(self.find_answered(tx).await?);
        };
        if !tried.is_right {
            return Ok(Found::Wrong { tries_left: left });
        }
        if is_locked(tx, &tried.phone).await? {
            return Ok(Found::Locked);
        }
        let customer = if tried.purpose == HandlePurpose::Register {
            self.add_customer(tx, &tried).await?
        } else {
            PasswordFailures(tx).remove(&tried.phone, &self.network).await?;
            Customers(tx).find_by_phone(&tried.phone).await?
        };
        let Some(customer) = customer else {
            return self.grant_reset(tx, &tried).await;
        };
        Sessions(tx).add(&self.session, customer.id, &tried.device_id, self.now, self.session_ends).await?;
        Ok(Found::Customer(Box::new(customer)))
    }

    /// The answer that the same browser got to the same code within the last two minutes, if it can still be used.
    ///
    /// INVARIANT: only the browser that used a code gets its answer again (test
    /// `only_the_browser_that_used_a_code_gets_its_answer_again`).
    async fn find_answered(&self, tx: &mut dyn Session) -> Result<Found, StoreError> {
        if !self.is_repeatable {
            return Ok(Found::Nothing);
        }
        // The session of a locked account is not found.
        let begun = Sessions(tx).find(&self.session).await?;
        if let Some(begun) = begun.filter(|begun| is_repeatable(begun.created_at, self.now)) {
            let customer = Customers(tx).find(begun.customer_id).await?;
            return Ok(customer.map_or(Found::Nothing, |customer| Found::Customer(Box::new(customer))));
        }
        let granted = CodeHandles(tx).find(&self.grant).await?;
        let is_open = |grant: &CodeHandle| {
            grant.stage == HandleStage::Verified
                && is_repeatable(grant.code_sent_at, self.now)
                && grant.expires_at > self.now
        };
        let Some(grant) = granted.filter(is_open) else { return Ok(Found::Nothing) };
        let is_locked = is_locked(tx, &grant.phone).await?;
        Ok(if is_locked { Found::Locked } else { Found::AlreadyRegistered })
    }

    /// Adds the account and returns it; `None` if the number already has one. A guest of the desk becomes the account.
    async fn add_customer(
        &self,
        tx: &mut dyn Session,
        tried: &TriedCode,
    ) -> Result<Option<Customer>, VerifyCodeError> {
        let Some(registration) = &tried.registration else {
            return Err(
                StoreError::Corrupt("a registration handle without its registration".to_owned()).into()
            );
        };
        let new = NewCustomer {
            phone: tried.phone.clone(),
            full_name: registration.full_name.clone(),
            email: registration.email.clone(),
            birthdate: registration.birthdate,
            gender: registration.gender,
            password_hash: registration.password_hash.clone(),
        };
        if let Some(id) = Customers(tx).adopt_guest(&new, self.now).await? {
            return Ok(Customers(tx).find(id).await?);
        }
        for id in self.ids {
            if Customers(tx).add(id, &new, self.now).await? {
                let former = self.secrets.former_phone(&new.phone);
                FormerStandings(tx).recall(&former, id, self.now).await?;
                return Ok(Customers(tx).find(id).await?);
            }
            if Customers(tx).find_by_phone(&new.phone).await?.is_some() {
                // The desk may have booked for this number since the read above.
                return match Customers(tx).adopt_guest(&new, self.now).await? {
                    Some(id) => Ok(Customers(tx).find(id).await?),
                    None => Ok(None),
                };
            }
        }
        Err(StoreError::Unavailable("no free customer id was drawn".to_owned()).into())
    }

    /// Grants a password reset to the owner of a number that already has an account.
    async fn grant_reset(&self, tx: &mut dyn Session, tried: &TriedCode) -> Result<Found, VerifyCodeError> {
        let Some(owner) = Customers(tx).find_by_phone(&tried.phone).await? else {
            return Err(VerifyCodeError::NothingToTry);
        };
        let grant = NewHandle {
            hash: self.grant,
            purpose: HandlePurpose::Reset,
            phone: tried.phone.clone(),
            customer_id: Some(owner.id),
            registration: None,
            device_id: String::new(),
            code_hash: self.grant_code,
            reset_token_hash: Some(self.reset_token),
            expires_at: self.grant_ends,
        };
        CodeHandles(tx).add(&grant, self.now).await?;
        Ok(Found::AlreadyRegistered)
    }
}
