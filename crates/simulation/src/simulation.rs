//! One run: a seed, a number of steps, and everything that follows from them.

use std::{cell::Cell, pin::Pin, rc::Rc, sync::Arc, time::Duration};

use jiff::civil::{Date, date};
use sideout_app::platform::{notification_channels::NotificationChannels, payment_account::PaymentAccount};
use sideout_domain::{CustomerId, notice::Notice};
use sideout_providers::{Secret, payments::SigningKey};
use sideout_store::{Store, StoreError};
use sideout_testkit::TestApp;

use crate::{
    actions::{Action, Actor, Job, Memory, WEBHOOK_SECRET, run_job},
    breakage::{Breakage, Change, prepare},
    chance::Chance,
    checks::{BrokenRule, broken_at_the_end, broken_now},
    database::{Database, Events},
    databases::{Engine, PLAYERS, RunDatabase},
    gates::{Faults, Gates},
    messages::SimulatedMessenger,
    provider::{Bank, SimulatedProvider},
    tasks::Tasks,
    trace::Trace,
};

/// Moves tokio's clock, which stands still: `tokio::time::advance`, which exists only in test builds.
pub type Advance = fn(Duration) -> Pin<Box<dyn Future<Output = ()>>>;

/// What to simulate.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The database.
    pub engine: Engine,
    /// Decides everything else.
    pub seed: u64,
    /// Happenings before everything is healed and ended.
    pub steps: usize,
    /// Moves tokio's clock.
    pub advance: Advance,
    /// What is broken on purpose, to prove that it is found: the rule that is waited for, and how.
    pub broken: Option<(&'static str, Change)>,
}

/// A run that ended.
#[derive(Debug, Clone)]
pub struct Ended {
    /// Of all lines of the trace. The same seed and steps give the same one.
    pub hash: String,
    /// Steps taken; fewer than asked for after a failure.
    pub steps: usize,
    /// How much happened.
    pub figures: Figures,
    /// All lines of the trace.
    pub trace: Vec<String>,
}

/// How much happened.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
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
    /// The rules.
    pub broken: Vec<BrokenRule>,
    /// The lines of the last thirty steps.
    pub last_steps: Vec<String>,
}

/// Nodes of a simulation.
const NODES: usize = 3;
/// Most tasks that run at once.
const MOST_TASKS: usize = 6;
/// Steps of the trace that a failure shows.
const SHOWN_STEPS: usize = 30;
/// The first day on which players book: Sunday 22 November 2026, the day after the clock's start.
const FIRST_DAY: Date = date(2026, 11, 22);
const STARTS: [(&str, i8); 3] = [("7:00 AM", 7), ("6:00 PM", 18), ("7:00 PM", 19)];
const COURTS: usize = 4;
/// The simulated time is shorter than the three days for which payments are watched.
const LONGEST_SECONDS: i64 = 40 * 3_600;

/// Runs one simulation on a current-thread runtime whose clock is paused. `None` if PostgreSQL is not installed.
///
/// # Errors
/// [`Failed`] with the rules that are broken.
#[expect(clippy::expect_used, reason = "a simulation that cannot be set up fails by panicking")]
pub async fn simulate(options: Options) -> Option<Result<Ended, Failed>> {
    // While a thread is busy the runtime does not move its clock by itself, which would end every wait for a database
    // with a timeout.
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let busy = tokio::task::spawn_blocking(move || ended.recv().is_err());
    let database = RunDatabase::copy(options.engine).await.expect("a copy of the database")?;
    let store = database.open().await.expect("the copied database opens");
    if let Some((_, change)) = options.broken {
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

struct Simulation {
    options: Options,
    chance: Chance,
    trace: Arc<Trace>,
    gates: Arc<Gates>,
    faults: Faults,
    /// Of each hundred webhooks: lost, and delivered again.
    webhooks: (u32, u32),
    /// Of each thousand steps, how many crash a node.
    crashes_per_mille: usize,
    store: Store,
    base: TestApp,
    nodes: Vec<Actor>,
    nodes_started: u64,
    tasks: Tasks,
    players: Vec<CustomerId>,
    crashes: usize,
    passed_seconds: i64,
}

impl Simulation {
    fn new(options: Options, store: Store) -> Self {
        let chance = Chance::new(options.seed);
        let trace = Arc::new(Trace::default());
        let gates = Arc::new(Gates::new(Arc::clone(&trace)));
        let some = |chance: &Chance, rates: &[u32]| chance.pick(rates).copied().unwrap_or_default();
        let faults = Faults {
            database: (some(&chance, &[0, 1, 4, 10]), some(&chance, &[0, 1, 4, 10])),
            provider: (some(&chance, &[0, 3, 20]), some(&chance, &[0, 3, 20])),
            messages: (some(&chance, &[0, 20]), some(&chance, &[0, 10])),
        };
        let webhooks = (some(&chance, &[0, 10, 70]), some(&chance, &[0, 20]));
        let crashes_per_mille = chance.pick(&[0, 5, 20]).copied().unwrap_or_default();
        let breakage = options.broken.map(|(_, change)| Arc::new(Breakage::new(change)));
        let refunds_again = matches!(options.broken, Some((_, Change::RefundAgain)));
        let captures_by_itself = chance.percent(70);
        let provider = Arc::new(SimulatedProvider::new(
            Arc::clone(&gates),
            chance.number(),
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
        });
        let memory = Rc::new(Memory::default());
        let actor = Actor { app: base.clone(), memory, provider, webhook_key };
        trace.add(format!(
            "{faults:?}, webhooks {webhooks:?}, crashes {crashes_per_mille}, captures by itself {captures_by_itself}"
        ));
        let mut simulation = Simulation {
            options,
            chance,
            trace,
            gates,
            faults,
            webhooks,
            crashes_per_mille,
            store,
            base,
            nodes: Vec::new(),
            nodes_started: 0,
            tasks: Tasks::default(),
            players: (0..PLAYERS).map(|n| CustomerId(100_000_000_000 + n)).collect(),
            crashes: 0,
            passed_seconds: 0,
        };
        for _ in 0..NODES {
            let node = simulation.start_node(&actor);
            simulation.nodes.push(node);
        }
        simulation
    }

    /// A node that has just started: nothing in memory, random numbers of its own.
    fn start_node(&mut self, like: &Actor) -> Actor {
        self.nodes_started += 1;
        let seed = self.options.seed.wrapping_mul(1_000).wrapping_add(self.nodes_started);
        let channels = NotificationChannels {
            texts: Arc::new(SimulatedMessenger(Arc::clone(&self.gates))),
            registered: Notice::ALL.iter().copied().collect(),
            mail: None,
        };
        let app = self.base.with_seed(seed).with_notification_channels(channels);
        Actor { app, ..like.clone() }
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
            self.happen().await;
            if step >= next_check {
                let broken = broken_now(&self.store, self.memory()).await;
                self.judge(step, broken)?;
                next_check = step + 1 + self.chance.below(30);
            }
        }
        let last = self.options.steps + 1;
        self.trace.begin_step(last);
        let at_the_end = match self.end_everything().await {
            Ok(()) => broken_at_the_end(&self.store, self.memory(), &self.provider().captured()).await,
            Err(error) => Err(error),
        };
        self.judge(last, at_the_end)?;
        let figures = Figures {
            orders: self.memory().orders.borrow().len(),
            captured: self.provider().captured().len(),
            acknowledged: self.memory().promises.borrow().len(),
            crashes: self.crashes,
        };
        Ok(Ended {
            hash: self.trace.hash(),
            steps: self.options.steps,
            figures,
            trace: self.trace.last_steps(usize::MAX),
        })
    }

    /// Fails the run if a rule is broken; with something broken on purpose, only if that is it.
    fn judge(&mut self, step: usize, found: Result<Vec<BrokenRule>, StoreError>) -> Result<(), Failed> {
        let mut broken = found.unwrap_or_else(|error| {
            vec![BrokenRule { rule: "a healed database fails".to_owned(), example: error.to_string() }]
        });
        broken.extend(
            self.tasks.unexpected.drain(..).map(|example| BrokenRule {
                rule: "a task was refused as none should be".to_owned(),
                example,
            }),
        );
        let fails = match self.options.broken {
            Some((rule, _)) => broken.iter().any(|found| found.rule == rule),
            None => !broken.is_empty(),
        };
        if !fails {
            return Ok(());
        }
        Err(Failed { step, broken, last_steps: self.trace.last_steps(SHOWN_STEPS) })
    }

    /// One step: something happens, and some operations of running tasks are done.
    async fn happen(&mut self) {
        if self.chance.below(1_000) < self.crashes_per_mille {
            self.crash();
        }
        match self.chance.below(100) {
            0..=65 => self.begin_task(),
            66..=77 => self.pay(),
            78..=81 => self.note("a bank answers", self.provider().bank_answers()),
            82..=84 => self.note("a refund is paid out", self.provider().pay_out_refund()),
            85..=90 => self.webhook(),
            _ => self.pass_time().await,
        }
        self.tasks.run_until_quiet(&self.gates).await;
        let mut turns = self.chance.below(8);
        while turns > 0 || self.tasks.len() > MOST_TASKS {
            turns = turns.saturating_sub(1);
            if !self.open_one(self.faults).await {
                break;
            }
        }
    }

    fn note(&self, what: &str, result: Option<String>) {
        if let Some(result) = result {
            self.trace.add(format!("{what}: {result}"));
        }
    }

    /// Lets one operation run, or the clock if all tasks wait for it; `false` if there is no task.
    async fn open_one(&mut self, faults: Faults) -> bool {
        if self.tasks.len() == 0 {
            return false;
        }
        if !self.gates.open_one(&self.chance, faults) {
            self.advance(Duration::from_millis(100)).await;
        }
        self.tasks.run_until_quiet(&self.gates).await;
        true
    }

    async fn advance(&mut self, by: Duration) {
        self.base.clock.set(self.base.clock_now() + jiff::SignedDuration::try_from(by).unwrap_or_default());
        (self.options.advance)(by).await;
    }

    async fn pass_time(&mut self) {
        let seconds = match self.chance.below(10) {
            0..=4 => 1 + self.chance.below(30),
            5..=8 => 60 + self.chance.below(600),
            _ => 1_800 + self.chance.below(3_600),
        };
        let left = LONGEST_SECONDS - self.passed_seconds;
        let seconds = i64::try_from(seconds).unwrap_or_default().min(left.max(1));
        self.passed_seconds += seconds;
        self.trace.add(format!("{seconds} seconds pass"));
        self.advance(Duration::from_secs(seconds.unsigned_abs())).await;
    }

    /// A node loses everything that is only in its memory; another one takes its place.
    fn crash(&mut self) {
        let crashed = self.chance.below(NODES);
        self.trace.add(format!("node {crashed} crashes"));
        self.crashes += 1;
        self.tasks.drop_of(crashed);
        let like = self.nodes[crashed].clone();
        self.nodes[crashed] = self.start_node(&like);
    }

    fn pay(&mut self) {
        let open = self.memory().checkouts.borrow().clone();
        // Most players pay soon, so the newest checkouts are paid more often.
        let newest = open.len().saturating_sub(4);
        let from = if self.chance.percent(60) { &open[newest..] } else { &open[..] };
        let Some(order) = self.chance.pick(from) else { return };
        let bank = self.bank();
        if let Some(payment) = self.provider().pay(order, bank) {
            self.trace.add(format!("{payment} for {order}: {bank:?}"));
        }
    }

    fn bank(&self) -> Bank {
        let banks = [Bank::Captures, Bank::Captures, Bank::Authorizes, Bank::Declines];
        *self.chance.pick(&banks).unwrap_or(&Bank::Captures)
    }

    fn webhook(&mut self) {
        let (lose, repeat) = self.webhooks;
        let repeats = self.chance.percent(repeat);
        let Some(webhook) = self.provider().take_webhook(repeats) else { return };
        if self.chance.percent(lose) || self.is_deaf() {
            self.trace.add(format!("webhook {} is lost", webhook.id));
            return;
        }
        self.start(Action::ReceiveWebhook { webhook });
    }

    /// Whether nothing is heard of the provider, on purpose.
    fn is_deaf(&self) -> bool {
        matches!(self.options.broken, Some((_, Change::DoNotPoll)))
    }

    fn start(&mut self, action: Action) {
        let node = self.chance.below(NODES);
        let what = match &action {
            Action::ReceiveWebhook { webhook } => format!("webhook {}", webhook.id),
            action => format!("{action:?}"),
        };
        let actor = self.nodes[node].clone();
        let name = self.tasks.add(node, &what, actor.act(action));
        self.trace.add(format!("{name} begins"));
    }

    fn begin_task(&mut self) {
        if self.tasks.len() >= MOST_TASKS {
            return;
        }
        let action = self.choose();
        if self.is_deaf()
            && matches!(
                action,
                Action::Job(Job::Reconcile | Job::ProcessWebhooks)
                    | Action::Hint { .. }
                    | Action::ResetCheckout { .. }
                    | Action::Checkout { .. }
                    | Action::PayOnline { tells: true, .. }
            )
            && self.chance.percent(90)
        {
            return;
        }
        self.start(action);
    }

    fn choose(&self) -> Action {
        let chance = &self.chance;
        let customer = *chance.pick(&self.players).unwrap_or(&CustomerId(0));
        let court = i64::try_from(chance.below(COURTS) + 1).unwrap_or(1);
        let day = FIRST_DAY + jiff::Span::new().days(i64::try_from(chance.below(2)).unwrap_or_default());
        let (start, hour) = *chance.pick(&STARTS).unwrap_or(&STARTS[0]);
        let rupees = *chance.pick(&[800, 500, 300, 123]).unwrap_or(&800);
        // Two of three times one of the newest orders, which are more likely to change.
        let orders = self.memory().orders.borrow().len();
        let newest = orders.saturating_sub(5);
        let of = if chance.percent(66) {
            newest + chance.below(orders - newest)
        } else {
            chance.below(orders.max(1))
        };
        let code = chance.percent(15).then_some("TEN");
        match chance.below(100) {
            0..=13 => Action::Hold { customer, court, day, start },
            14..=19 => Action::Book { customer, court, day, start, code },
            20..=31 => Action::PayOnline {
                customer,
                court,
                day,
                start,
                bank: self.bank(),
                tells: chance.percent(50),
            },
            32..=33 => Action::LookForHold { customer },
            34..=38 => Action::ConfirmAtCourt { of, code },
            39..=44 => Action::Checkout { of, code, any_court: chance.percent(40) },
            45..=49 => Action::Hint { of },
            50 => Action::ResetCheckout { of },
            51..=52 => Action::Release { of },
            53..=60 => Action::Cancel { of },
            61..=64 => Action::AskForPart { of, rupees },
            65..=66 => Action::AskForTwo { of, rupees },
            67..=71 => Action::TakeCash { of, rupees },
            72 => Action::VoidCash { of },
            73..=74 => Action::DeskHold { court, day, start, block: chance.number() },
            75 => Action::EndDeskHold { of },
            76..=77 => Action::Move { of, court },
            78 => Action::Close { court, day, hour },
            79..=80 => Action::Open { court, day, hour },
            81..=84 => Action::Job(Job::ExpireHolds),
            85..=88 => Action::Job(Job::ProcessWebhooks),
            89..=92 => Action::Job(Job::Reconcile),
            93..=96 => Action::Job(Job::IssueRefunds),
            97..=98 => Action::Job(Job::Deliver),
            _ => Action::Job(Job::RemoveExpired),
        }
    }

    /// Heals everything, lets all tasks end, and runs the jobs until beyond the Friday on which refunds are sent.
    async fn end_everything(&mut self) -> Result<(), StoreError> {
        while self.tasks.len() > 0 {
            self.open_one(Faults::default()).await;
        }
        self.provider().banks_answer_all();
        // Seven days and more in steps of three hours; a poll that failed is repeated within six.
        for _ in 0..60 {
            self.advance(Duration::from_secs(3 * 3_600)).await;
            for job in
                [Job::ExpireHolds, Job::ProcessWebhooks, Job::Reconcile, Job::IssueRefunds, Job::Deliver]
            {
                if self.is_deaf() && matches!(job, Job::ProcessWebhooks | Job::Reconcile) {
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
