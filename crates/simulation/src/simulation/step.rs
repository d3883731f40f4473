//! One step of a run: what happens in it, drawn from the seed.

use std::time::Duration;

use jiff::civil::{Date, date};
use sideout_domain::CustomerId;

use super::{NODES, Simulation, WebhookFaults};
use crate::{
    actions::{Action, Job},
    breakage::{Broken, Change},
    provider::Bank,
};

/// The most tasks that run at once.
const MOST_TASKS: usize = 6;
/// The first day on which players book: Sunday 22 November 2026, the day after the clock's start.
const FIRST_DAY: Date = date(2026, 11, 22);
/// The starts that players choose, with their hour.
const STARTS: [(&str, i8); 3] = [("7:00 AM", 7), ("6:00 PM", 18), ("7:00 PM", 19)];
/// Courts that players choose: the first ones of the venue.
const COURTS: usize = 4;
/// The most seconds that the steps of a run let pass, before they go on second by second: less than the three days for which payments
/// are polled.
const LONGEST_SECONDS: i64 = 40 * 3_600;

impl Simulation {
    /// One step: something happens, and some operations of running tasks are done.
    pub(super) async fn take_step(&mut self) {
        if self.random.below(1_000) < self.crashes_per_mille {
            self.crash();
        }
        match self.random.below(100) {
            0..=65 => self.begin_task(),
            66..=77 => self.pay(),
            78..=81 => self.note("a bank answers", self.provider().bank_answers()),
            82..=84 => self.note("a refund is paid out", self.provider().pay_out_refund()),
            85..=90 => self.deliver_webhook(),
            _ => self.pass_time().await,
        }
        self.tasks.run_until_quiet(&self.gates).await;
        let mut turns = self.random.below(8);
        while turns > 0 || self.tasks.len() > MOST_TASKS {
            turns = turns.saturating_sub(1);
            if !self.open_one(self.faults).await {
                break;
            }
        }
    }

    pub(super) fn note(&self, what: &str, result: Option<String>) {
        if let Some(result) = result {
            self.trace.add(format!("{what}: {result}"));
        }
    }

    async fn pass_time(&mut self) {
        let seconds = match self.random.below(10) {
            0..=4 => 1 + self.random.below(30),
            5..=8 => 60 + self.random.below(600),
            _ => 1_800 + self.random.below(3_600),
        };
        let left = LONGEST_SECONDS - self.passed_seconds;
        let seconds = i64::try_from(seconds).unwrap_or_default().min(left.max(1));
        self.passed_seconds += seconds;
        self.trace.add(format!("{seconds} seconds pass"));
        self.advance(Duration::from_secs(seconds.unsigned_abs())).await;
    }

    /// Crashes one of the nodes.
    fn crash(&mut self) {
        let crashed = self.random.below(NODES);
        self.crash_node(crashed);
    }

    /// Crashes this node: its tasks are dropped, and a new node with empty memory takes its place.
    pub(super) fn crash_node(&mut self, crashed: usize) {
        self.trace.add(format!("node {crashed} crashes"));
        self.crashes += 1;
        self.tasks.drop_of(crashed);
        let like = self.nodes[crashed].clone();
        self.nodes[crashed] = self.start_node(&like);
    }

    pub(super) fn pay(&mut self) {
        let open = self.memory().checkouts.borrow().clone();
        // Most players pay soon, so the newest checkouts are paid more often.
        let newest = open.len().saturating_sub(4);
        let from = if self.random.percent(60) { &open[newest..] } else { &open[..] };
        let Some(order) = self.random.pick(from) else { return };
        let bank = self.choose_bank();
        if let Some(payment) = self.provider().pay(order, bank, self.base.clock_now()) {
            self.trace.add(format!("{payment} for {order}: {bank:?}"));
        }
    }

    pub(super) fn choose_bank(&self) -> Bank {
        let banks = [Bank::Captures, Bank::Captures, Bank::Authorizes, Bank::Declines];
        *self.random.pick(&banks).unwrap_or(&Bank::Captures)
    }

    pub(super) fn deliver_webhook(&mut self) {
        let WebhookFaults { lost, repeated } = self.webhook_faults;
        let repeats = self.random.percent(repeated);
        let Some(webhook) = self.provider().take_webhook(repeats) else { return };
        if self.random.percent(lost) || self.ignores_provider() {
            self.trace.add(format!("webhook {} is lost", webhook.id));
            return;
        }
        self.start(Action::ReceiveWebhook { webhook });
    }

    /// Whether webhooks are lost and most polls are left out, on purpose.
    pub(super) fn ignores_provider(&self) -> bool {
        matches!(self.options.broken, Some(Broken { change: Change::DoNotPoll, .. }))
    }

    pub(super) fn start(&mut self, action: Action) {
        let node = self.random.below(NODES);
        let what = match &action {
            Action::ReceiveWebhook { webhook } => format!("webhook {}", webhook.id),
            action => format!("{action:?}"),
        };
        let acting = self.nodes[node].clone();
        let name = self.tasks.add(node, &what, acting.act(action));
        self.trace.add(format!("{name} begins"));
    }

    fn begin_task(&mut self) {
        if self.tasks.len() >= MOST_TASKS {
            return;
        }
        let action = self.choose();
        if self.ignores_provider()
            && matches!(
                action,
                Action::Job(Job::Reconcile | Job::ProcessWebhooks)
                    | Action::Hint { .. }
                    | Action::ResetCheckout { .. }
                    | Action::Checkout { .. }
                    | Action::PayOnline { hints: true, .. }
            )
            && self.random.percent(90)
        {
            return;
        }
        self.start(action);
    }

    fn choose(&self) -> Action {
        let random = &self.random;
        let customer = *random.pick(&self.players).unwrap_or(&CustomerId(0));
        let court = i64::try_from(random.below(COURTS) + 1).unwrap_or(1);
        let day = FIRST_DAY + jiff::Span::new().days(i64::try_from(random.below(2)).unwrap_or_default());
        let (start, hour) = *random.pick(&STARTS).unwrap_or(&STARTS[0]);
        let rupees = *random.pick(&[800, 500, 300, 123]).unwrap_or(&800);
        // The index of an order, two of three times of one of the newest, which are more likely to change; or the index of a
        // payment, a QR code or a desk hold: a shorter list is counted from its start again.
        let orders = self.memory().orders.borrow().len();
        let newest = orders.saturating_sub(5);
        let order = if random.percent(66) {
            newest + random.below(orders - newest)
        } else {
            random.below(orders.max(1))
        };
        let code = random.percent(15).then_some("TEN");
        match random.below(100) {
            0..=13 => Action::Hold { customer, court, day, start },
            14..=19 => Action::Book { customer, court, day, start, code },
            20..=31 => Action::PayOnline {
                customer,
                court,
                day,
                start,
                bank: self.choose_bank(),
                hints: random.percent(50),
            },
            32..=33 => Action::FindHold { customer },
            34..=38 => Action::ConfirmAtCourt { order, code },
            39..=44 => Action::Checkout { order, code, any_court: random.percent(40) },
            45..=49 => Action::Hint { order },
            50 => Action::ResetCheckout { order },
            51..=52 => Action::Release { order },
            53..=60 => Action::Cancel { order },
            61..=62 => Action::RequestPart { order, rupees },
            63 => Action::RequestTwo { order, rupees },
            64..=66 => Action::MakeQr { order, rupees },
            67..=69 => Action::TakeCash { order, rupees },
            70 => Action::CloseQr { qr: order },
            71 => Action::CountDrawer,
            72 => Action::VoidCash { payment: order },
            73..=74 => Action::DeskHold { court, day, start, block: random.number() },
            75 => Action::EndDeskHold { hold: order },
            76 => Action::Move { order, court },
            77 => Action::AnswerOffer { order, court, day, start, takes_money: random.percent(30) },
            78 => Action::Close { court, day, hour, asks: random.percent(70) },
            79 => Action::InvoiceFirm { payment: order },
            80 => Action::Open { court, day, hour },
            81..=84 => Action::Job(Job::ExpireHolds),
            85..=88 => Action::Job(Job::ProcessWebhooks),
            89..=92 => Action::Job(Job::Reconcile),
            93..=96 => Action::Job(Job::IssueRefunds),
            97 => Action::Job(Job::CloseQrCodes),
            98 if random.percent(50) => Action::Job(Job::ExpireOffers),
            98 => Action::Job(Job::Deliver),
            _ => Action::Job(Job::RemoveExpired),
        }
    }
}
