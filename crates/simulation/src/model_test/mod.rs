//! Random sequences against a model of courts, orders and money (`model.rs`): after each step the application
//! with its store is in the state that the model says. A sequence that differs is made as short as possible.
//!
//! One step at a time and no faults: the simulation has those. `MODEL_SEQUENCES=2000` runs 2,000 other sequences.

mod application;
mod model;
mod take_cash;

use std::env;

use jiff::SignedDuration;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use proptest_state_machine::{ReferenceStateMachine as _, StateMachineTest};
use sideout_testkit::FixedClock;

use self::{
    application::{Application, ClaimRow, Found},
    model::{Model, ModelStep, Owner, Reference},
};
use crate::{Engine, breakage};

/// Sequences of an ordinary run on SQLite.
const SEQUENCES: u32 = 200;
/// Sequences of an ordinary run on PostgreSQL, where a database is created for each.
const SEQUENCES_ON_POSTGRES: u32 = 20;
/// Steps of the longest sequence.
const MOST_STEPS: usize = 60;

/// The application: on SQLite, on PostgreSQL, or on SQLite with courts of cancelled bookings that stay claimed.
struct ApplicationTest<const ON: u8>;

const SQLITE: u8 = 0;
const POSTGRES: u8 = 1;
const BROKEN: u8 = 2;

impl<const ON: u8> StateMachineTest for ApplicationTest<ON> {
    type SystemUnderTest = (Application, Model);
    type Reference = Reference;

    fn init_test(model: &Model) -> (Application, Model) {
        let engine = if ON == POSTGRES { Engine::Postgres } else { Engine::Sqlite };
        let broken = (ON == BROKEN).then_some(breakage::Change::Skip("slot_claim/release"));
        (Application::start(engine, broken).unwrap(), model.clone())
    }

    fn apply(
        (mut application, before): (Application, Model),
        after: &Model,
        step: ModelStep,
    ) -> (Application, Model) {
        application.change(&before, &step);
        let Found { mut orders, claims, broken } = application.read();
        assert_eq!(broken, [] as [&str; 0], "after {step:?}");
        let position = |number: i64| {
            application.numbers.iter().position(|known| known.value() == number).unwrap_or(usize::MAX)
        };
        orders.sort_by_key(|order| position(order.number));
        let orders: Vec<_> =
            orders.into_iter().map(|order| (order.status, order.paid_paise, order.returned_paise)).collect();
        let expected: Vec<_> = after
            .orders
            .iter()
            .map(|order| (order.status.name().to_owned(), order.paid * 100, order.returned * 100))
            .collect();
        assert_eq!(orders, expected, "orders after {step:?}");
        let claims: Vec<_> = claims
            .into_iter()
            .map(|ClaimRow { court, starts_at, owner }| {
                // 6 PM in India, the earlier of the two hours; the clock starts at half past eleven the day before.
                let first = FixedClock::START + SignedDuration::from_secs(30 * 3_600 + 30 * 60);
                let row = usize::from(starts_at > first.as_millisecond());
                let slot = row * 3 + usize::try_from(court).unwrap() - 1;
                (slot, if owner == 0 { Owner::Closure } else { Owner::Order(position(owner)) })
            })
            .collect();
        let expected: Vec<_> = after.claims.iter().map(|(slot, owner)| (*slot, *owner)).collect();
        assert_eq!(claims, expected, "claims after {step:?}");
        (application, after.clone())
    }
}

/// Runs sequences; the same ones each time unless `MODEL_SEQUENCES` sets a number of others.
///
/// # Errors
/// The shortest sequence found after which application and model differ.
fn run_sequences<const ON: u8>(usual: u32) -> Result<(), (String, Vec<ModelStep>)> {
    let chosen = env::var("MODEL_SEQUENCES").ok().map(|number| number.parse().unwrap());
    let config = Config { cases: chosen.unwrap_or(usual), failure_persistence: None, ..Config::default() };
    let mut runner = match chosen {
        Some(_) => TestRunner::new(config.clone()),
        None => TestRunner::new_with_rng(config.clone(), TestRng::deterministic_rng(RngAlgorithm::ChaCha)),
    };
    let sequences = Reference::sequential_strategy(1..=MOST_STEPS);
    let ended = runner.run(&sequences, |(model, steps, seen)| {
        ApplicationTest::<ON>::test_sequential(config.clone(), model, steps, seen);
        Ok(())
    });
    match ended {
        Ok(()) => Ok(()),
        Err(TestError::Fail(why, (_, steps, _))) => Err((why.to_string(), steps)),
        Err(TestError::Abort(why)) => Err((why.to_string(), Vec::new())),
    }
}

mod the_application_agrees_with_the_model {
    use super::*;

    #[test]
    fn sqlite() {
        run_sequences::<SQLITE>(SEQUENCES).unwrap();
    }

    #[test]
    fn postgres() {
        if Application::start(Engine::Postgres, None).is_none() {
            assert!(env::var_os("CI").is_none(), "PostgreSQL is not installed");
            return;
        }
        run_sequences::<POSTGRES>(SEQUENCES_ON_POSTGRES).unwrap();
    }
}

#[test]
fn control_a_claim_that_outlives_its_booking_is_found_and_the_sequence_is_made_short() {
    let (why, steps) = run_sequences::<BROKEN>(SEQUENCES).unwrap_err();
    assert!(why.contains("claims of orders that keep no court"), "{why}");
    assert!((3..=5).contains(&steps.len()), "{steps:?}");
}
