//! One run: a seed, a number of steps, and everything that follows from them.

mod saturday;
mod step;

use std::{cell::Cell, pin::Pin, rc::Rc, sync::Arc, time::Duration};

use sideout_app::platform::{notification_channels::NotificationChannels, payment_account::PaymentAccount};
use sideout_domain::{CustomerId, notice::Notice};
use sideout_providers::{Secret, payments::SigningKey};
use sideout_store::{Store, StoreError};
use sideout_testkit::TestApp;

use crate::{
    actions::{Job, SimulatedNode, WEBHOOK_SECRET, run_job},
    breakage::{Breakage, Broken, Change, prepare},
    checks::{BrokenRule, broken_at_the_end, broken_now},
    database::{Database, Events},
    databases::{Engine, PLAYERS, RunDatabase, player},
    gates::{FaultRates, Faults, Gates},
    memory::Memory,
    messages::SimulatedMessenger,
    provider::SimulatedProvider,
    random::Random,
    received_notices::find_wrong_notices,
    tasks::Tasks,
    trace::Trace,
};

/// Advances tokio's clock, which is paused: `tokio::time::advance`.
pub type Advance = fn(Duration) -> Pin<Box<dyn Future<Output = ()>>>;

/// What happens in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scenario {
    /// Six players and few courts, so that they meet often; nodes crash and operations fail as the seed says.
    #[default]
    Crowded,
    /// Twelve hours of a Saturday: three hundred players, three desks, rain in the afternoon, and one node killed twice.
    Saturday,
}

/// What to simulate.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The kind of run.
    pub scenario: Scenario,
    /// The database.
    pub engine: Engine,
    /// The seed, which decides everything else.
    pub seed: u64,
    /// Steps before everything is healed and ended.
    pub steps: usize,
    /// Moves tokio's clock.
    pub advance: Advance,
    /// What is broken on purpose, to prove that it is found. The run fails only if this rule is found broken.
    pub broken: Option<Broken>,
}

/// A run that ended.
#[derive(Debug, Clone)]
pub struct Ended {
    /// The hash of all lines of the trace. The same options give the same one.
    pub hash: String,
    /// The steps that were taken.
    pub steps: usize,
    /// How much happened in the run.
    pub counts: Counts,
    /// All lines of the trace.
    pub trace: Vec<String>,
}

/// How much happened.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Orders that their players know of.
    pub orders: usize,
    /// Captured payments.
    pub captured: usize,
    /// Acknowledged holds, confirmations and cancellations.
    pub acknowledged: usize,
    /// Nodes that crashed.
    pub crashes: usize,
}

/// A run that broke a rule.
#[derive(Debug, Clone)]
pub struct Failed {
    /// The step after which it was found.
    pub step: usize,
    /// The broken rules, each with an example.
    pub broken: Vec<BrokenRule>,
    /// The lines of the last steps.
    pub last_steps: Vec<String>,
}

/// Nodes of a simulation.
const NODES: usize = 3;
/// Players of [`Scenario::Crowded`].
const CROWD: i64 = 6;
/// Steps of the trace that a failure shows.
const SHOWN_STEPS: usize = 30;

/// Runs one simulation on a current-thread runtime whose clock is paused. `None` if PostgreSQL is not installed.
///
/// # Errors
/// [`Failed`] with the rules that are broken.
#[expect(clippy::expect_used, reason = "a simulation that cannot be set up fails by panicking")]
pub async fn simulate(options: Options) -> Option<Result<Ended, Failed>> {
    // While a thread is busy the runtime does not move its clock by itself: moved, the clock would end every wait for a database
    // with a timeout.
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let busy = tokio::task::spawn_blocking(move || ended.recv().is_err());
    let database = RunDatabase::copy(options.engine).await.expect("a copy of the database")?;
    let store = database.open().await.expect("the copied database opens");
    if let Some(Broken { change, .. }) = options.broken {
        prepare(&store, change).await.expect("the database can be broken on purpose");
    }
    let mut simulation = Simulation::new(options, store.clone());
    let outcome = simulation.run().await;
    drop(simulation);
    store.close().await;
    drop(end);
    busy.await.ok();
    Some(outcome)
}

/// What happens to webhooks, in percent of them.
#[derive(Debug, Clone, Copy)]
struct WebhookFaults {
    lost: u32,
    /// Delivered again.
    repeated: u32,
}

struct Simulation {
    options: Options,
    random: Random,
    trace: Arc<Trace>,
    gates: Arc<Gates>,
    faults: Faults,
    webhook_faults: WebhookFaults,
    /// Of each thousand steps, how many crash a node.
    crashes_per_mille: usize,
    store: Store,
    /// The application with the shared clock, from which each node is made.
    base: TestApp,
    messenger: Arc<SimulatedMessenger>,
    nodes: Vec<SimulatedNode>,
    nodes_started: u64,
    tasks: Tasks,
    players: Vec<CustomerId>,
    crashes: usize,
    passed_seconds: i64,
}

impl Simulation {
    fn new(options: Options, store: Store) -> Self {
        let random = Random::new(options.seed);
        let trace = Arc::new(Trace::default());
        let gates = Arc::new(Gates::new(Arc::clone(&trace)));
        let rate = |rates: &[u32]| random.pick(rates).copied().unwrap_or_default();
        let faults = Faults {
            database: FaultRates { before: rate(&[0, 1, 4, 10]), after: rate(&[0, 1, 4, 10]) },
            provider: FaultRates { before: rate(&[0, 3, 20]), after: rate(&[0, 3, 20]) },
            messages: FaultRates { before: rate(&[0, 20]), after: rate(&[0, 10]) },
        };
        let webhook_faults = WebhookFaults { lost: rate(&[0, 10, 70]), repeated: rate(&[0, 20]) };
        let crashes_per_mille = random.pick(&[0, 5, 20]).copied().unwrap_or_default();
        let breakage = options.broken.map(|broken| Arc::new(Breakage::new(broken.change)));
        let refunds_again = matches!(options.broken, Some(Broken { change: Change::RefundAgain, .. }));
        let captures_by_itself = random.percent(70);
        let provider = Arc::new(SimulatedProvider::new(
            Arc::clone(&gates),
            random.number(),
            captures_by_itself,
            refunds_again,
        ));
        let webhook_key = SigningKey::new(Secret::new(WEBHOOK_SECRET));
        let account = PaymentAccount {
            provider: Arc::clone(&provider) as Arc<_>,
            key_id: "rzp_test_simulation".to_owned(),
            script_url: "https://checkout.example/v1/checkout.js".to_owned(),
            checkout_key: SigningKey::new(Secret::new("simulated_key_secret")),
            webhook_keys: vec![webhook_key.clone()],
        };
        let database = Database {
            store: store.clone(),
            gates: Arc::clone(&gates),
            events: Arc::<Events>::default(),
            breakage,
        };
        let base = TestApp::with_payments(database.for_a_node(), account, |settings| {
            settings.throttle = false;
            settings.max_open_unpaid = 8;
            settings.desk.provider_qr = true;
        });
        let memory = Rc::new(Memory::default());
        let template = SimulatedNode { app: base.clone(), memory, provider, webhook_key };
        trace.add(format!(
            "{faults:?}, {webhook_faults:?}, crashes {crashes_per_mille}, captures by itself {captures_by_itself}"
        ));
        let names_wrong_court = matches!(options.broken, Some(Broken { change: Change::TellWrongCourt, .. }));
        let players = if options.scenario == Scenario::Saturday { PLAYERS } else { CROWD };
        let mut simulation = Simulation {
            options,
            random,
            trace,
            gates: Arc::clone(&gates),
            faults,
            webhook_faults,
            crashes_per_mille,
            store,
            base,
            messenger: Arc::new(SimulatedMessenger::new(Arc::clone(&gates), names_wrong_court)),
            nodes: Vec::new(),
            nodes_started: 0,
            tasks: Tasks::default(),
            players: (0..players).map(player).collect(),
            crashes: 0,
            passed_seconds: 0,
        };
        for _ in 0..NODES {
            let node = simulation.start_node(&template);
            simulation.nodes.push(node);
        }
        simulation
    }

    /// A node that has just started: nothing in memory, random numbers of its own.
    fn start_node(&mut self, like: &SimulatedNode) -> SimulatedNode {
        self.nodes_started += 1;
        let seed = self.options.seed.wrapping_mul(1_000).wrapping_add(self.nodes_started);
        let channels = NotificationChannels {
            texts: Arc::clone(&self.messenger) as Arc<_>,
            registered: Notice::ALL.iter().copied().collect(),
            text_list: Arc::default(),
            mail: None,
        };
        let app = self.base.with_seed(seed).with_notification_channels(channels);
        SimulatedNode { app, ..like.clone() }
    }

    fn memory(&self) -> &Memory {
        &self.nodes[0].memory
    }

    fn provider(&self) -> &SimulatedProvider {
        &self.nodes[0].provider
    }

    async fn run(&mut self) -> Result<Ended, Failed> {
        let mut next_check = 0;
        for step in 1..=self.options.steps {
            self.trace.begin_step(step);
            match self.options.scenario {
                Scenario::Crowded => self.take_step().await,
                Scenario::Saturday => self.take_saturday_step(step).await,
            }
            if step >= next_check {
                let broken = broken_now(&self.store, self.memory()).await;
                self.check_rules(step, broken)?;
                next_check = step + 1 + self.random.below(30);
            }
        }
        let last = self.options.steps + 1;
        self.trace.begin_step(last);
        let at_the_end = match self.end_everything().await {
            Ok(()) => self.broken_at_the_end().await,
            Err(error) => Err(error),
        };
        self.check_rules(last, at_the_end)?;
        let counts = Counts {
            orders: self.memory().orders.borrow().len(),
            captured: self.provider().captured().len(),
            acknowledged: self.memory().acknowledged.borrow().len(),
            crashes: self.crashes,
        };
        Ok(Ended {
            hash: self.trace.hash(),
            steps: self.options.steps,
            counts,
            trace: self.trace.last_steps(usize::MAX),
        })
    }

    async fn broken_at_the_end(&self) -> Result<Vec<BrokenRule>, StoreError> {
        let mut broken = broken_at_the_end(&self.store, self.memory(), &self.provider().captured()).await?;
        broken.extend(find_wrong_notices(&self.store, &self.messenger.received()).await?);
        Ok(broken)
    }

    /// Fails the run if a rule is broken; with a rule broken on purpose, only if that rule is broken.
    fn check_rules(&mut self, step: usize, found: Result<Vec<BrokenRule>, StoreError>) -> Result<(), Failed> {
        let mut broken = found.unwrap_or_else(|error| {
            vec![BrokenRule { rule: "a healed database fails".to_owned(), example: error.to_string() }]
        });
        broken.extend(
            self.tasks.unexpected.drain(..).map(|example| BrokenRule {
                rule: "a task was refused that should not be".to_owned(),
                example,
            }),
        );
        let fails = match self.options.broken {
            Some(Broken { rule, .. }) => broken.iter().any(|found| found.rule == rule),
            None => !broken.is_empty(),
        };
        if !fails {
            return Ok(());
        }
        Err(Failed { step, broken, last_steps: self.trace.last_steps(SHOWN_STEPS) })
    }

    /// Lets one operation run, or advances the clock if all tasks wait for it; `false` if there is no task.
    async fn open_one(&mut self, faults: Faults) -> bool {
        if self.tasks.len() == 0 {
            return false;
        }
        if !self.gates.open_one(&self.random, faults) {
            self.advance(Duration::from_millis(100)).await;
        }
        self.tasks.run_until_quiet(&self.gates).await;
        true
    }

    async fn advance(&mut self, by: Duration) {
        self.base.clock.set(self.base.clock_now() + jiff::SignedDuration::try_from(by).unwrap_or_default());
        (self.options.advance)(by).await;
    }

    /// Heals everything, lets all tasks end, and runs the jobs until beyond the Friday on which refunds are sent.
    async fn end_everything(&mut self) -> Result<(), StoreError> {
        while self.tasks.len() > 0 {
            self.open_one(Faults::default()).await;
        }
        self.provider().banks_answer_all();
        // Seven days and more in steps of three hours.
        for _ in 0..60 {
            self.advance(Duration::from_secs(3 * 3_600)).await;
            for job in [
                Job::ExpireHolds,
                Job::ExpireOffers,
                Job::ProcessWebhooks,
                Job::CloseQrCodes,
                Job::Reconcile,
                Job::IssueRefunds,
                Job::CloseDays,
                Job::Deliver,
            ] {
                let uses_provider = matches!(job, Job::ProcessWebhooks | Job::Reconcile | Job::CloseQrCodes);
                if self.ignores_provider() && uses_provider {
                    continue;
                }
                let repeats = matches!(job, Job::ProcessWebhooks | Job::Reconcile | Job::IssueRefunds);
                while self.run_alone(job).await? > 0 && repeats {}
            }
            while self.provider().pay_out_refund().is_some() {}
        }
        Ok(())
    }

    /// Runs a job, without faults, while nothing else runs; returns how much it did.
    async fn run_alone(&mut self, job: Job) -> Result<usize, StoreError> {
        let (done, app) = (Rc::new(Cell::new(Ok(0))), self.nodes[0].app.clone());
        let result = Rc::clone(&done);
        self.tasks.add(0, &format!("{job:?}"), async move {
            result.set(run_job(&app, job).await);
            "ended".to_owned()
        });
        self.tasks.run_until_quiet(&self.gates).await;
        while self.open_one(Faults::default()).await {}
        done.replace(Ok(0))
    }
}
