//! One step of a simulated Saturday: players book and pay, three desks work, it rains, and a node is killed twice.

use std::time::Duration;

use jiff::{
    civil::{Date, date},
    tz::TimeZone,
};
use sideout_domain::{CustomerId, bill::Tender};

use super::Simulation;
use crate::actions::{Action, Job};

/// How long the day lasts, in seconds: from half past eleven in the morning.
const DAY_SECONDS: usize = 12 * 3_600;
/// The Saturday on which the clock starts.
const SATURDAY: Date = date(2026, 11, 21);
/// The most tasks that run at once.
const MOST_TASKS: usize = 12;
/// All courts of the venue.
const COURTS: usize = 12;
/// The hour in which the rain begins.
const RAIN_HOUR: i8 = 17;
/// How many hours the rain lasts.
const RAIN_HOURS: i8 = 2;
/// The starts of a day, with their hour.
const STARTS: [(&str, i8); 17] = [
    ("6:00 AM", 6),
    ("7:00 AM", 7),
    ("8:00 AM", 8),
    ("9:00 AM", 9),
    ("10:00 AM", 10),
    ("11:00 AM", 11),
    ("12:00 PM", 12),
    ("1:00 PM", 13),
    ("2:00 PM", 14),
    ("3:00 PM", 15),
    ("4:00 PM", 16),
    ("5:00 PM", 17),
    ("6:00 PM", 18),
    ("7:00 PM", 19),
    ("8:00 PM", 20),
    ("9:00 PM", 21),
    ("10:00 PM", 22),
];

impl Simulation {
    /// One step of the day: an action or an event of the provider begins, running tasks go on, and time passes.
    pub(super) async fn take_saturday_step(&mut self, step: usize) {
        let steps = self.options.steps;
        // The first node crashes in the rush before the rain, and again in the evening.
        if step == steps / 3 || step == steps * 3 / 4 {
            self.crash_node(0);
        }
        // Four hours after the start: the courts close before their games begin.
        if step == steps * 4 / 12 + 1 {
            self.start(Action::Rain { day: SATURDAY, hour: RAIN_HOUR, hours: RAIN_HOURS });
        }
        match self.random.below(100) {
            0..=69 if self.tasks.len() < MOST_TASKS => {
                let action = self.choose_on_saturday();
                self.start(action);
            }
            0..=79 => self.pay(),
            80..=85 => self.note("a bank answers", self.provider().bank_answers()),
            86..=89 => self.note("a refund is paid out", self.provider().pay_out_refund()),
            _ => self.deliver_webhook(),
        }
        self.begin_due_jobs(step);
        self.tasks.run_until_quiet(&self.gates).await;
        let mut turns = 6 + self.random.below(12);
        while turns > 0 || self.tasks.len() > MOST_TASKS {
            turns = turns.saturating_sub(1);
            if !self.open_one(self.faults).await {
                break;
            }
        }
        let milliseconds = DAY_SECONDS * 1_000 / steps.max(1);
        self.advance(Duration::from_millis(u64::try_from(milliseconds).unwrap_or_default())).await;
    }

    /// Begins the jobs that are due at this step, each on any node. Each job has an interval of its own, in steps.
    fn begin_due_jobs(&mut self, step: usize) {
        let due = [
            (Job::ExpireHolds, 2),
            (Job::ProcessWebhooks, 3),
            (Job::Deliver, 3),
            (Job::Reconcile, 6),
            (Job::CloseQrCodes, 8),
            (Job::ExpireOffers, 12),
            (Job::IssueRefunds, 40),
        ];
        for (job, every) in due {
            if step.is_multiple_of(every) && self.tasks.len() < MOST_TASKS {
                self.start(Action::Job(job));
            }
        }
    }

    /// A slot that begins later: of today in three of five cases, else of the next days.
    fn choose_slot(&self) -> (i64, Date, &'static str) {
        let court = i64::try_from(self.random.below(COURTS) + 1).unwrap_or(1);
        let hour_now =
            TimeZone::get("Asia/Kolkata").map_or(0, |zone| self.base.clock_now().to_zoned(zone).hour());
        let later: Vec<_> = STARTS.iter().filter(|(_, hour)| *hour > hour_now).collect();
        if self.random.percent(60)
            && let Some(&&(start, _)) = self.random.pick(&later)
        {
            return (court, SATURDAY, start);
        }
        let days = i64::try_from(1 + self.random.below(6)).unwrap_or(1);
        let (start, _) = self.random.pick(&STARTS).unwrap_or(&STARTS[0]);
        (court, SATURDAY + jiff::Span::new().days(days), start)
    }

    /// The index in the list of orders of a booking that lost its court to the rain; `any` if there is none.
    fn rained_off(&self, any: usize) -> usize {
        let lost = self.memory().rained_off.borrow();
        let lost = self.random.pick(&lost).copied();
        let orders = self.memory().orders.borrow();
        orders.iter().position(|order| Some(order.number) == lost).unwrap_or(any)
    }

    fn choose_on_saturday(&self) -> Action {
        let random = &self.random;
        let customer = *random.pick(&self.players).unwrap_or(&CustomerId(0));
        let (court, day, start) = self.choose_slot();
        let desk = random.below(3);
        // The index of an order, or of a payment, a QR code or a desk hold: a shorter list is counted from its start again.
        let order = random.below(self.memory().orders.borrow().len().max(1));
        let tenders = [Tender::Cash, Tender::Cash, Tender::UpiOwn, Tender::Card];
        let tender = *random.pick(&tenders).unwrap_or(&Tender::Cash);
        let code = random.percent(5).then_some("TEN");
        let rupees = *random.pick(&[800, 500, 300]).unwrap_or(&800);
        let has_rained = !self.memory().rained_off.borrow().is_empty();
        match random.below(100) {
            0..=13 if has_rained => {
                let takes_money = random.percent(40);
                Action::AnswerOffer { order: self.rained_off(order), court, day, start, takes_money }
            }
            0..=18 => Action::Book { customer, court, day, start, code },
            19..=34 => {
                let (bank, hints) = (self.choose_bank(), random.percent(50));
                Action::PayOnline { customer, court, day, start, bank, hints }
            }
            35..=38 => Action::Hold { customer, court, day, start },
            39..=41 => Action::ConfirmAtCourt { order, code },
            42..=43 => Action::Checkout { order, code, any_court: random.percent(40) },
            44..=46 => Action::Hint { order },
            47..=51 => Action::Cancel { order },
            52 => Action::Release { order },
            53 => Action::FindHold { customer },
            54..=65 => {
                let pays = random.percent(40).then_some(tender);
                Action::BookAtDesk { desk, customer, court, day, start, pays }
            }
            66..=77 => {
                Action::MarkAttendance { desk, day: SATURDAY, booking: order, came: random.percent(85) }
            }
            78..=88 => Action::TakeDue { desk, order, tender },
            89..=90 => Action::MakeQr { order, rupees },
            91 => Action::CloseQr { qr: order },
            92..=94 => Action::CancelAtDesk { desk, order },
            95..=97 => Action::MoveAtDesk { desk, order, court },
            98 => Action::InvoiceFirm { payment: order },
            _ if random.percent(20) => Action::CountDrawer,
            _ => Action::VoidCash { payment: order },
        }
    }
}
