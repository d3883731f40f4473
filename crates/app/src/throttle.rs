//! Slowing callers down, on three axes: where they call from, whom they aim at, what they hold in their hands.
//!
//! The buckets are in the database, so that several nodes share them. A refusal rolls back everything its unit of
//! work did: it costs the caller no token elsewhere, and us no hash and no message.

mod limit;

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{CustomerId, person::Phone};
use sideout_store::{
    Session, StoreError,
    accounts::{HandlePurpose, Rate, Throttles},
};

use crate::{App, networks::networks_of};

pub use limit::Limit;

/// Come back later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("throttled for {retry_after} s")]
pub struct Throttled {
    /// Seconds until another try has a chance, at least 1.
    pub retry_after: u32,
}

impl Throttled {
    /// A call is refused because of `limit`, which is counted: a wait, rounded up to whole seconds.
    pub(crate) fn by(limit: Limit, wait: SignedDuration) -> Self {
        metrics::counter!("sideout_throttled_total", "limit" => limit.name()).increment(1);
        let seconds = wait.as_millis().max(1).unsigned_abs().div_ceil(1_000);
        Throttled { retry_after: u32::try_from(seconds).unwrap_or(u32::MAX) }
    }
}

/// A bucket of tokens in the database.
#[derive(Debug, Clone)]
struct Bucket {
    limit: Limit,
    name: String,
    rate: Rate,
}

/// Tokens a call must get before it is served.
#[derive(Debug, Clone, Default)]
pub(crate) struct Charges {
    buckets: Vec<Bucket>,
}

impl Charges {
    /// One more bucket: `limit` of `who`.
    pub(crate) fn of(mut self, limit: Limit, who: impl std::fmt::Display, rate: Rate) -> Self {
        self.buckets.push(Bucket { limit, name: format!("{}:{who}", limit.bucket()), rate });
        self
    }

    /// `limit` of the networks of `address`; the wider ones have a larger one ([`networks_of`]).
    fn of_networks(self, limit: Limit, address: IpAddr, rate: Rate) -> Self {
        networks_of(address).fold(self, |charges, network| {
            charges.of(limit, network, Rate::new(rate.burst.saturating_mul(network.share), rate.seconds))
        })
    }

    /// These and those.
    pub(crate) fn and(mut self, other: Charges) -> Self {
        self.buckets.extend(other.buckets);
        self
    }

    /// Whether each bucket has a token; takes none.
    async fn look(&self, tx: &mut dyn Session, now: Timestamp) -> Result<bool, StoreError> {
        for Bucket { name, rate, .. } in &self.buckets {
            if Throttles(tx).look(name, *rate, now).await?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes a token of each bucket that has one; whether all had.
    async fn take_if_any(&self, tx: &mut dyn Session, now: Timestamp) -> Result<bool, StoreError> {
        let mut all = true;
        for Bucket { name, rate, .. } in &self.buckets {
            all &= Throttles(tx).charge(name, *rate, now).await?.is_none();
        }
        Ok(all)
    }

    /// Takes all tokens or, with an error that the caller's unit of work must end with, none.
    ///
    /// Buckets are charged in the order of their names, so that two calls on PostgreSQL never wait for each other.
    pub(crate) async fn take<E>(&self, tx: &mut dyn Session, now: Timestamp) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        let mut buckets: Vec<_> = self.buckets.iter().collect();
        buckets.sort_by(|one, other| one.name.cmp(&other.name));
        for Bucket { limit, name, rate } in buckets {
            if let Some(wait) = Throttles(tx).charge(name, *rate, now).await? {
                return Err(Throttled::by(*limit, wait).into());
            }
        }
        Ok(())
    }
}

/// The hourly budget for messages to everybody, charged when a message is queued and not before: asking for messages
/// that nobody gets costs the others nothing. A part of it is kept for networks that have asked for few, so that those
/// who ask for many do not use it all up.
#[derive(Debug, Clone)]
pub(crate) struct TextBudget {
    /// Nothing where throttling is off.
    limits: Option<BudgetLimits>,
}

#[derive(Debug, Clone)]
struct BudgetLimits {
    for_all: Rate,
    kept: Option<Rate>,
    /// The few that a network may ask for before it has no part in what is kept.
    few: Charges,
}

const FOR_ALL: &str = "text-all:";
const KEPT: &str = "text-kept:";

impl TextBudget {
    /// Looks whether a message could be queued, without asking for one.
    pub(crate) async fn look<E>(&self, tx: &mut dyn Session, now: Timestamp) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        let Some(limits) = &self.limits else { return Ok(()) };
        let few = limits.few.look(tx, now).await?;
        limits.look(tx, few, now).await
    }

    /// Asks for a message; takes a token of the budget where it is really queued. Where it is not, because nobody has that
    /// number, the answer is the same: it is refused while the budget is used up.
    ///
    /// To be called last in a unit of work: everybody's messages wait for this one row.
    pub(crate) async fn ask<E>(&self, tx: &mut dyn Session, queued: bool, now: Timestamp) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        let Some(limits) = &self.limits else { return Ok(()) };
        let few = limits.few.take_if_any(tx, now).await?;
        if !queued {
            return limits.look(tx, few, now).await;
        }
        let Some(wait) = Throttles(tx).charge(FOR_ALL, limits.for_all, now).await? else { return Ok(()) };
        match limits.kept.filter(|_| few) {
            Some(kept) if Throttles(tx).charge(KEPT, kept, now).await?.is_none() => Ok(()),
            _ => Err(Throttled::by(Limit::TextsInAll, wait).into()),
        }
    }
}

impl BudgetLimits {
    async fn look<E>(&self, tx: &mut dyn Session, few: bool, now: Timestamp) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        let Some(wait) = Throttles(tx).look(FOR_ALL, self.for_all, now).await? else { return Ok(()) };
        match self.kept.filter(|_| few) {
            Some(kept) if Throttles(tx).look(KEPT, kept, now).await?.is_none() => Ok(()),
            _ => Err(Throttled::by(Limit::TextsInAll, wait).into()),
        }
    }
}

impl App {
    /// What a call from `network` that checks a password costs.
    pub(crate) fn login_charges(&self, network: IpAddr) -> Charges {
        self.charges(|limits, charges| {
            charges.of_networks(Limit::LoginsPerNetwork, network, limits.logins_per_network)
        })
    }

    /// What trying a code or a reset token from `network` costs.
    pub(crate) fn code_charges(&self, network: IpAddr) -> Charges {
        self.charges(|limits, charges| {
            charges.of_networks(Limit::CodesPerNetwork, network, limits.codes_per_network)
        })
    }

    /// What a code to `phone`, asked for from `network`, costs beside [`App::text_budget`]. The same for a number that will get none.
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
                .of(Limit::CodeGap, phone, gap)
                .of(Limit::TextsIn10Minutes, phone, limits.texts_per_phone_in_10_minutes)
                .of(Limit::TextsAnHour, phone, limits.texts_per_phone_an_hour)
                .of(Limit::TextsADay, phone, limits.texts_per_phone_a_day)
                .of_networks(Limit::TextsPerNetwork, network, limits.texts_per_network)
        })
    }

    /// The budget that a code asked for from `network` comes out of.
    pub(crate) fn text_budget(&self, network: IpAddr) -> TextBudget {
        let limits = self.settings.throttle.then(|| {
            let limits = &self.settings.limits;
            let Rate { burst, seconds } = limits.texts_in_all;
            let kept = u32::try_from(u64::from(burst) * u64::from(limits.texts_kept_percent.min(90)) / 100);
            let kept = kept.unwrap_or(0);
            BudgetLimits {
                for_all: Rate::new(burst - kept, seconds),
                kept: (kept > 0).then(|| Rate::new(kept, seconds)),
                few: Charges::default().of_networks(
                    Limit::TextsKeptPerNetwork,
                    network,
                    limits.texts_kept_per_network,
                ),
            }
        });
        TextBudget { limits }
    }

    /// What an avatar costs its owner.
    pub(crate) fn avatar_charges(&self, customer: CustomerId) -> Charges {
        self.charges(|limits, charges| charges.of(Limit::Avatars, customer, limits.avatars_per_customer))
    }

    /// What an edit of the profile costs its owner.
    pub(crate) fn profile_charges(&self, customer: CustomerId) -> Charges {
        self.charges(|limits, charges| {
            charges.of(Limit::ProfileEdits, customer, limits.profile_edits_per_customer)
        })
    }

    fn charges(&self, build: impl FnOnce(&crate::accounts::AccountLimits, Charges) -> Charges) -> Charges {
        if self.settings.throttle {
            build(&self.settings.limits, Charges::default())
        } else {
            Charges::default()
        }
    }
}
