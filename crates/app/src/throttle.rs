//! Slowing callers down, on three axes: where they call from, whom they aim at, what they hold in their hands.
//!
//! The buckets are in the database, so that several nodes share them. A refusal rolls back everything its unit of
//! work did: it costs the caller no token elsewhere, and us no hash and no message.

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{CustomerId, person::Phone};
use sideout_store::{
    Session, StoreError,
    accounts::{HandlePurpose, Rate, Throttles},
};

use crate::App;

/// Come back later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("throttled for {retry_after} s")]
pub struct Throttled {
    /// Seconds until another try has a chance, at least 1.
    pub retry_after: u32,
}

impl Throttled {
    /// A wait, rounded up to whole seconds.
    pub(crate) fn during(wait: SignedDuration) -> Self {
        let seconds = wait.as_millis().max(1).unsigned_abs().div_ceil(1_000);
        Throttled { retry_after: u32::try_from(seconds).unwrap_or(u32::MAX) }
    }
}

/// Tokens a call must get before it is served.
#[derive(Debug, Clone, Default)]
pub(crate) struct Charges {
    buckets: Vec<(String, Rate)>,
}

impl Charges {
    /// One more bucket: `limit` of `who`.
    pub(crate) fn of(mut self, limit: &str, who: impl std::fmt::Display, rate: Rate) -> Self {
        self.buckets.push((format!("{limit}:{who}"), rate));
        self
    }

    /// These and those.
    pub(crate) fn and(mut self, other: Charges) -> Self {
        self.buckets.extend(other.buckets);
        self
    }

    /// Takes all tokens or, with an error that the caller's unit of work must end with, none.
    ///
    /// Buckets are charged in the order of their names, so that two calls on PostgreSQL never wait for each other.
    pub(crate) async fn take<E>(&self, tx: &mut dyn Session, now: Timestamp) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        let mut buckets: Vec<_> = self.buckets.iter().collect();
        buckets.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (bucket, rate) in buckets {
            if let Some(wait) = Throttles(tx).charge(bucket, *rate, now).await? {
                return Err(Throttled::during(wait).into());
            }
        }
        Ok(())
    }
}

impl App {
    /// What a call from `network` that checks a password costs.
    pub(crate) fn login_charges(&self, network: IpAddr) -> Charges {
        self.charges(|limits, charges| charges.of("login-ip", network, limits.logins_per_network))
    }

    /// What trying a code or a reset token from `network` costs.
    pub(crate) fn code_charges(&self, network: IpAddr) -> Charges {
        self.charges(|limits, charges| charges.of("code-ip", network, limits.codes_per_network))
    }

    /// What a code to `phone`, asked for from `network`, costs. The same for a number that will get none.
    ///
    /// Codes that only the right password asks for have a budget of their own: strangers who use up the other one by
    /// forgetting a password that is not theirs do not keep the owner out.
    pub(crate) fn text_charges(&self, purpose: HandlePurpose, phone: &Phone, network: IpAddr) -> Charges {
        let phone = match purpose {
            HandlePurpose::Register | HandlePurpose::Reset => phone.as_e164().to_owned(),
            HandlePurpose::Verify => format!("{}:{}", purpose.as_str(), phone.as_e164()),
        };
        let phone = phone.as_str();
        let gap = Rate::new(1, self.settings.otp_resend_seconds);
        self.charges(|limits, charges| {
            charges
                .of("text-gap", phone, gap)
                .of("text-10min", phone, limits.texts_per_phone_in_10_minutes)
                .of("text-hour", phone, limits.texts_per_phone_an_hour)
                .of("text-day", phone, limits.texts_per_phone_a_day)
                .of("text-ip", network, limits.texts_per_network)
                .of("text-all", "", limits.texts_in_all)
        })
    }

    /// What an avatar costs its owner.
    pub(crate) fn avatar_charges(&self, customer: CustomerId) -> Charges {
        self.charges(|limits, charges| charges.of("avatar", customer, limits.avatars_per_customer))
    }

    /// What an edit of the profile costs its owner.
    pub(crate) fn profile_charges(&self, customer: CustomerId) -> Charges {
        self.charges(|limits, charges| charges.of("profile", customer, limits.profile_edits_per_customer))
    }

    fn charges(&self, build: impl FnOnce(&crate::accounts::AccountLimits, Charges) -> Charges) -> Charges {
        if self.settings.throttle {
            build(&self.settings.limits, Charges::default())
        } else {
            Charges::default()
        }
    }
}
