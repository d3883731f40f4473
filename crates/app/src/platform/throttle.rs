//! Throttles calls with token buckets in the database, so that all nodes share them.

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{CustomerId, person::Phone};
use sideout_store::{
    Answer, Call, Session, StoreError,
    accounts::{HandlePurpose, Rate, Throttles, charge_call},
};

use super::{limit::Limit, networks::networks_of, settings::AccountLimits};
use crate::App;

/// The call is refused; the caller should try again later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("throttled for {retry_after} s")]
pub struct Throttled {
    /// Seconds until another attempt can succeed, at least 1.
    pub retry_after: u32,
}

impl Throttled {
    /// Refuses a call because of `limit` for `wait`, rounded up to whole seconds, and counts it in
    /// `sideout_throttled_total`.
    pub(crate) fn by(limit: Limit, wait: SignedDuration) -> Self {
        metrics::counter!("sideout_throttled_total", "limit" => limit.name()).increment(1);
        let seconds = wait.as_millis().max(1).unsigned_abs().div_ceil(1_000);
        Throttled { retry_after: u32::try_from(seconds).unwrap_or(u32::MAX) }
    }
}

/// A token bucket in the database.
#[derive(Debug, Clone)]
struct Bucket {
    limit: Limit,
    name: String,
    rate: Rate,
}

/// The buckets from which a call must take a token before it is served.
#[derive(Debug, Clone, Default)]
pub(crate) struct Charges {
    buckets: Vec<Bucket>,
}

impl Charges {
    /// Adds the bucket of `limit` for `who`.
    pub(crate) fn of(mut self, limit: Limit, who: impl std::fmt::Display, rate: Rate) -> Self {
        self.buckets.push(Bucket { limit, name: format!("{}:{who}", limit.bucket()), rate });
        self
    }

    /// Adds `limit` for each network of `address`; wider networks have a higher limit ([`networks_of`]).
    fn of_networks(self, limit: Limit, address: IpAddr, rate: Rate) -> Self {
        networks_of(address).fold(self, |charges, network| {
            charges.of(limit, network, Rate::new(rate.burst.saturating_mul(network.share), rate.seconds))
        })
    }

    /// Adds the buckets of `other`.
    pub(crate) fn and(mut self, other: Charges) -> Self {
        self.buckets.extend(other.buckets);
        self
    }

    /// The limits whose bucket is empty, each with the time until its next token. Takes none.
    pub(crate) async fn list_empty(
        &self,
        tx: &mut dyn Session,
        now: Timestamp,
    ) -> Result<Vec<(Limit, SignedDuration)>, StoreError> {
        let mut empty = Vec::new();
        for Bucket { limit, name, rate } in &self.buckets {
            if let Some(wait) = Throttles(tx).check(name, *rate, now).await? {
                empty.push((*limit, wait));
            }
        }
        Ok(empty)
    }

    /// Fills each bucket.
    pub(crate) async fn fill(&self, tx: &mut dyn Session) -> Result<(), StoreError> {
        for bucket in self.by_name() {
            Throttles(tx).remove(&bucket.name).await?;
        }
        Ok(())
    }

    /// Whether each bucket has a token; takes none.
    async fn check(&self, tx: &mut dyn Session, now: Timestamp) -> Result<bool, StoreError> {
        for Bucket { name, rate, .. } in &self.buckets {
            if Throttles(tx).check(name, *rate, now).await?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes a token from each bucket that has one. Returns whether all had one.
    async fn take_if_any(&self, tx: &mut dyn Session, now: Timestamp) -> Result<bool, StoreError> {
        let mut all = true;
        for Bucket { name, rate, .. } in &self.buckets {
            all &= Throttles(tx).charge(name, *rate, now).await?.is_none();
        }
        Ok(all)
    }

    /// Takes a token from every bucket. If one is empty, returns an error that the caller must return from the unit of
    /// work, so that the roll-back returns the tokens taken before.
    ///
    /// Buckets are charged in the order of their names, so that two calls on PostgreSQL cannot deadlock.
    pub(crate) async fn take<E>(&self, tx: &mut dyn Session, now: Timestamp) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        let answers = tx.send(&self.calls(now)).await?;
        self.check_taken(tx, &answers, now).await
    }

    /// The calls of [`Charges::take`], for a unit of work that sends them with others. [`Charges::check_taken`] reads
    /// their results.
    pub(crate) fn calls(&self, now: Timestamp) -> Vec<Call> {
        self.by_name().iter().map(|bucket| charge_call(&bucket.name, bucket.rate, now)).collect()
    }

    /// Returns an error, as [`Charges::take`], if one of the [`Charges::calls`] with these `answers` took no token.
    pub(crate) async fn check_taken<E>(
        &self,
        tx: &mut dyn Session,
        answers: &[Answer],
        now: Timestamp,
    ) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        let empty = self.by_name().into_iter().zip(answers).find(|(_, answer)| answer.touched == 0);
        let Some((Bucket { limit, name, rate }, _)) = empty else { return Ok(()) };
        let wait = Throttles(tx).find_wait(name, *rate, now).await?;
        Err(Throttled::by(*limit, wait).into())
    }

    fn by_name(&self) -> Vec<&Bucket> {
        let mut buckets: Vec<_> = self.buckets.iter().collect();
        buckets.sort_by(|one, other| one.name.cmp(&other.name));
        buckets
    }
}

/// The budget for messages with a code to all numbers together. It is charged only when a message is queued, so that
/// requests for unknown numbers do not use it up. A part of it is reserved for networks that have requested few
/// messages, so that networks that request many cannot use up all of it.
#[derive(Debug, Clone)]
pub(crate) struct TextBudget {
    /// `None` if throttling is off.
    limits: Option<BudgetLimits>,
}

#[derive(Debug, Clone)]
struct BudgetLimits {
    for_all: Rate,
    kept: Option<Rate>,
    /// The messages that a network can request before it loses its access to the reserved part.
    few: Charges,
}

/// The name of the bucket of the budget's part for all networks.
const FOR_ALL: &str = "text-all:";
/// The name of the bucket of the budget's reserved part.
const KEPT: &str = "text-kept:";

impl TextBudget {
    /// Checks that a message could be queued; takes no token.
    pub(crate) async fn check<E>(&self, tx: &mut dyn Session, now: Timestamp) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        let Some(limits) = &self.limits else { return Ok(()) };
        let requested_few = limits.few.check(tx, now).await?;
        limits.check(tx, requested_few, now).await
    }

    /// Requests a message. Takes a token of the budget only if `is_queued`. If not, because the number has no account, the
    /// result is the same: the request is refused while the budget is used up.
    ///
    /// Call it last in a unit of work, because all requests for messages wait for this one row.
    pub(crate) async fn request<E>(
        &self,
        tx: &mut dyn Session,
        is_queued: bool,
        now: Timestamp,
    ) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        let Some(limits) = &self.limits else { return Ok(()) };
        let requested_few = limits.few.take_if_any(tx, now).await?;
        if !is_queued {
            return limits.check(tx, requested_few, now).await;
        }
        let Some(wait) = Throttles(tx).charge(FOR_ALL, limits.for_all, now).await? else { return Ok(()) };
        match limits.kept.filter(|_| requested_few) {
            Some(kept) if Throttles(tx).charge(KEPT, kept, now).await?.is_none() => Ok(()),
            _ => Err(Throttled::by(Limit::TextsInAll, wait).into()),
        }
    }
}

impl BudgetLimits {
    async fn check<E>(&self, tx: &mut dyn Session, requested_few: bool, now: Timestamp) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        let Some(wait) = Throttles(tx).check(FOR_ALL, self.for_all, now).await? else { return Ok(()) };
        match self.kept.filter(|_| requested_few) {
            Some(kept) if Throttles(tx).check(KEPT, kept, now).await?.is_none() => Ok(()),
            _ => Err(Throttled::by(Limit::TextsInAll, wait).into()),
        }
    }
}

/// The name by which buckets count the texts of a purpose to a number.
fn texts_to(purpose: HandlePurpose, phone: &Phone) -> String {
    match purpose {
        HandlePurpose::Register | HandlePurpose::Reset => phone.as_e164().to_owned(),
        HandlePurpose::Verify => format!("{}:{}", purpose.as_str(), phone.as_e164()),
    }
}

impl App {
    /// The charges of what [`Limit::LoginsPerNetwork`] counts from `network`.
    pub(crate) fn login_charges(&self, network: IpAddr) -> Charges {
        self.charges(|limits, charges| {
            charges.of_networks(Limit::LoginsPerNetwork, network, limits.logins_per_network)
        })
    }

    /// The charges of what [`Limit::CodesPerNetwork`] counts from `network`.
    pub(crate) fn code_charges(&self, network: IpAddr) -> Charges {
        self.charges(|limits, charges| {
            charges.of_networks(Limit::CodesPerNetwork, network, limits.codes_per_network)
        })
    }

    /// The charges of a code to `phone` requested from `network`, in addition to [`App::text_budget`].
    ///
    /// Step-up codes, which require the right password, have buckets of their own. So an attacker who uses up the
    /// buckets of password resets for a number cannot keep its owner from logging in.
    pub(crate) fn text_charges(&self, purpose: HandlePurpose, phone: &Phone, network: IpAddr) -> Charges {
        let gap = Rate::new(1, self.settings.otp_resend_seconds);
        let by_network = self.charges(|limits, charges| {
            charges.of(Limit::CodeGap, texts_to(purpose, phone), gap).of_networks(
                Limit::TextsPerNetwork,
                network,
                limits.texts_per_network,
            )
        });
        by_network.and(self.phone_text_charges(purpose, phone))
    }

    /// The charges of [`App::text_charges`] that count the codes to a number, from all networks together.
    pub(crate) fn phone_text_charges(&self, purpose: HandlePurpose, phone: &Phone) -> Charges {
        let phone = &texts_to(purpose, phone);
        self.charges(|limits, charges| {
            charges
                .of(Limit::TextsIn10Minutes, phone, limits.texts_per_phone_in_10_minutes)
                .of(Limit::TextsAnHour, phone, limits.texts_per_phone_an_hour)
                .of(Limit::TextsADay, phone, limits.texts_per_phone_a_day)
        })
    }

    /// The message budget for a code requested from `network`.
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

    /// The charges of an avatar upload.
    pub(crate) fn avatar_charges(&self, customer: CustomerId) -> Charges {
        self.charges(|limits, charges| charges.of(Limit::Avatars, customer, limits.avatars_per_customer))
    }

    /// The charges of a profile edit.
    pub(crate) fn profile_charges(&self, customer: CustomerId) -> Charges {
        self.charges(|limits, charges| {
            charges.of(Limit::ProfileEdits, customer, limits.profile_edits_per_customer)
        })
    }

    fn charges(&self, build: impl FnOnce(&AccountLimits, Charges) -> Charges) -> Charges {
        if self.settings.throttle {
            build(&self.settings.limits, Charges::default())
        } else {
            Charges::default()
        }
    }
}
