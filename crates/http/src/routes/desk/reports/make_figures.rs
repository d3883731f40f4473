//! Converts the figures of the use case to those of the API.

use std::collections::BTreeMap;

use sideout_app::desk::reports::{
    CancelledSum, Compared, CouponSum, Coupons, Missed, Occupancy, PrimeHours, ReportBody, Revenue,
    RevenueSum,
};
use sideout_domain::{
    StaffId,
    money::Money,
    report::{self, Share, WEEKDAYS, change},
};

use super::figures::{
    CancellationFigures, CancellerFigures, ClosedFigures, CouponFigures, CouponLine, Figure, HourFigures,
    HowRate, KindCancellations, KindRevenue, NoShowFigures, OccupancyFigures, PersonRevenue,
    PrimeHourFigures, PrimeHourLine, Rate, ReportFigures, RevenueFigures, SourceRevenue,
    TimeAheadCancellations, TimeAheadRate, WayRevenue,
};
use crate::routes::desk::board::StaffNames;

impl Figure {
    fn of<T>(figures: &Compared<T>, number: impl Fn(&T) -> i64) -> Self {
        Figure::new(number(&figures.now), figures.before.as_ref().map(number))
    }

    fn new(value: i64, before: Option<i64>) -> Self {
        Figure { value, before, change_tenths: before.and_then(|before| change(value, before)) }
    }
}

impl Rate {
    fn of<T>(figures: &Compared<T>, share: impl Fn(&T) -> Share) -> Self {
        Rate::new(share(&figures.now), figures.before.as_ref().map(share))
    }

    fn new(share: Share, before: Option<Share>) -> Self {
        Rate {
            part: share.part,
            whole: share.whole,
            tenths: share.tenths(),
            before_tenths: before.and_then(Share::tenths),
            points_tenths: before.and_then(|before| share.points_above(before)),
        }
    }
}

impl ReportFigures {
    pub(super) fn of(body: &ReportBody, prime: (u32, u32), names: &StaffNames) -> Self {
        match body {
            ReportBody::Occupancy(figures) => ReportFigures::Occupancy(occupancy(figures, prime)),
            ReportBody::Revenue(figures) => ReportFigures::Revenue(revenue(figures, names)),
            ReportBody::NoShows(figures) => ReportFigures::NoShows(no_shows(figures)),
            ReportBody::Cancellations(figures) => ReportFigures::Cancellations(cancellations(figures)),
            ReportBody::Coupons(figures) => ReportFigures::Coupons(coupons(figures)),
            ReportBody::PrimeHours(hours) => ReportFigures::PrimeHours(prime_hours(hours, prime)),
        }
    }
}

fn occupancy(
    figures: &Compared<Occupancy>,
    (prime_from_hour, prime_until_hour): (u32, u32),
) -> OccupancyFigures {
    let before = figures.before.as_ref();
    let cells = figures.now.map.cells().map(|cell| {
        let earlier = before.map(|before| before.map.at(cell.weekday, cell.hour));
        HourFigures {
            weekday: cell.weekday,
            hour: cell.hour,
            sold: Rate::new(cell.share, earlier),
            trend: cell.share.trend(earlier.unwrap_or_default()).into(),
        }
    });
    OccupancyFigures {
        sold: Rate::of(figures, Occupancy::share),
        sold_minutes: Figure::of(figures, |one| one.share().part),
        bookings: Figure::of(figures, Occupancy::bookings),
        worth_paise: Figure::of(figures, |one| one.worth().paise()),
        cells: cells.collect(),
        days: (0..WEEKDAYS)
            .map(|weekday| Rate::of(figures, |one| one.map.sum(|cell| cell.weekday == weekday)))
            .collect(),
        prime_from_hour,
        prime_until_hour,
        closed: figures
            .now
            .closed
            .iter()
            .map(|(reason, minutes)| ClosedFigures { reason: reason.clone(), minutes: *minutes })
            .collect(),
    }
}

fn revenue(figures: &Compared<Revenue>, names: &StaffNames) -> RevenueFigures {
    let of = |chosen: &dyn Fn(&RevenueSum) -> bool| kind_revenue(figures, chosen);
    let all = of(&|_| true);
    let ways = report::RevenueWay::ALL
        .iter()
        .map(|way| WayRevenue { way: (*way).into(), money: of(&|sum| sum.key.way == *way) });
    let sources = report::RevenueSource::ALL.iter().map(|source| SourceRevenue {
        source: (*source).into(),
        money: of(&|sum| sum.key.source == *source),
    });
    let everybody = figures.now.iter().chain(figures.before.iter().flatten()).map(|sum| sum.key.staff);
    let everybody: BTreeMap<Option<i64>, Option<StaffId>> =
        everybody.map(|staff| (staff.map(|staff| staff.0), staff)).collect();
    let mut people: Vec<PersonRevenue> = everybody
        .into_values()
        .map(|staff| PersonRevenue {
            id: staff.map(|staff| staff.to_string()),
            name: staff.and_then(|staff| names.get(&staff).cloned()),
            money: of(&|sum| sum.key.staff == staff),
        })
        .filter(|person| has_any(&person.money))
        .collect();
    people.sort_by_key(|person| std::cmp::Reverse(person.money.net_paise.value));
    RevenueFigures {
        taken_paise: Figure::of(figures, |sums| sums.iter().map(|sum| sum.taken.paise()).sum()),
        returned_paise: Figure::of(figures, |sums| sums.iter().map(|sum| sum.returned.paise()).sum()),
        movements: Figure::of(figures, |sums| sums.iter().map(|sum| sum.movements).sum()),
        net_paise: all.net_paise,
        ways: ways.filter(|way| has_any(&way.money)).collect(),
        sources: sources.filter(|source| has_any(&source.money)).collect(),
        people,
    }
}

fn has_any(money: &KindRevenue) -> bool {
    money.movements != 0 || money.net_paise.before.is_some_and(|before| before != 0)
}

fn kind_revenue(figures: &Compared<Revenue>, chosen: &dyn Fn(&RevenueSum) -> bool) -> KindRevenue {
    let sum = |number: &dyn Fn(&RevenueSum) -> i64| {
        figures.now.iter().filter(|sum| chosen(sum)).map(number).sum::<i64>()
    };
    let net = |sums: &Revenue| {
        sums.iter().filter(|sum| chosen(sum)).map(|sum| sum.taken.paise() - sum.returned.paise()).sum()
    };
    KindRevenue {
        taken_paise: sum(&|sum| sum.taken.paise()),
        returned_paise: sum(&|sum| sum.returned.paise()),
        net_paise: Figure::of(figures, net),
        movements: sum(&|sum| sum.movements),
    }
}

fn no_shows(figures: &Compared<Missed>) -> NoShowFigures {
    let missed = |chosen: &dyn Fn(report::TimeAhead, report::BookedHow) -> bool| {
        Rate::of(figures, |groups| {
            let groups = groups.iter().filter(|group| chosen(group.time_ahead, group.how));
            groups.fold(Share::default(), |sum, group| Share {
                part: sum.part + group.missed,
                whole: sum.whole + group.bookings,
            })
        })
    };
    let leads = report::TimeAhead::ALL
        .iter()
        .map(|lead| TimeAheadRate { lead: (*lead).into(), missed: missed(&|one, _| one == *lead) });
    let hows = report::BookedHow::ALL
        .iter()
        .map(|how| HowRate { how: (*how).into(), missed: missed(&|_, one| one == *how) });
    NoShowFigures { missed: missed(&|_, _| true), leads: leads.collect(), hows: hows.collect() }
}

fn cancellations(figures: &Compared<Vec<CancelledSum>>) -> CancellationFigures {
    let of = |chosen: &dyn Fn(&CancelledSum) -> bool| {
        let sum = |sums: &[CancelledSum], number: &dyn Fn(&CancelledSum) -> i64| {
            sums.iter().filter(|sum| chosen(sum)).map(number).sum::<i64>()
        };
        KindCancellations {
            bookings: Figure::of(figures, |sums| sum(sums, &|sum| sum.bookings)),
            minutes: sum(&figures.now, &|sum| sum.minutes),
            sold_again_bookings: sum(&figures.now, &|sum| sum.sold_again),
            sold_again: Rate::of(figures, |sums| Share {
                part: sum(sums, &|sum| sum.sold_again_minutes),
                whole: sum(sums, &|sum| sum.minutes),
            }),
        }
    };
    let all = of(&|_| true);
    let leads = report::TimeAhead::ALL.iter().map(|lead| TimeAheadCancellations {
        lead: (*lead).into(),
        cancelled: of(&|sum| sum.time_ahead == *lead),
    });
    let by = report::CancelledBy::ALL
        .iter()
        .map(|by| CancellerFigures { by: (*by).into(), cancelled: of(&|sum| sum.by == *by) });
    CancellationFigures {
        bookings: all.bookings,
        minutes: Figure::of(figures, |sums| sums.iter().map(|sum| sum.minutes).sum()),
        price_paise: Figure::of(figures, |sums| sums.iter().map(|sum| sum.price.paise()).sum()),
        sold_again: all.sold_again,
        sold_again_bookings: Figure::of(figures, |sums| sums.iter().map(|sum| sum.sold_again).sum()),
        leads: leads.collect(),
        by: by.collect(),
    }
}

fn coupons(figures: &Compared<Coupons>) -> CouponFigures {
    let all = figures.now.iter().chain(figures.before.iter().flatten());
    let codes: BTreeMap<i64, String> = all.map(|one| (one.coupon.0, one.code.clone())).collect();
    let lines = codes.into_iter().map(|(coupon, code)| {
        let of = |number: &dyn Fn(&CouponSum) -> i64| {
            Figure::of(figures, |all| all.iter().filter(|one| one.coupon.0 == coupon).map(number).sum())
        };
        CouponLine {
            code,
            bookings: of(&|one| one.bookings),
            discount_paise: of(&|one| one.discount.paise()),
            new_players: of(&|one| one.new_players),
        }
    });
    let mut lines: Vec<CouponLine> = lines.collect();
    lines.sort_by(|a, b| b.bookings.value.cmp(&a.bookings.value).then_with(|| a.code.cmp(&b.code)));
    let sum = |number: &dyn Fn(&CouponSum) -> i64| Figure::of(figures, |all| all.iter().map(number).sum());
    CouponFigures {
        bookings: sum(&|one| one.bookings),
        discount_paise: sum(&|one| one.discount.paise()),
        price_paise: sum(&|one| one.price.paise()),
        new_players: sum(&|one| one.new_players),
        coupons: lines,
    }
}

fn prime_hours(prime: &PrimeHours, (prime_from_hour, prime_until_hour): (u32, u32)) -> PrimeHourFigures {
    let hours = prime.hours.iter().map(|hour| PrimeHourLine {
        day: hour.day.to_string(),
        minute: hour.start.minute(),
        free: hour.free.len(),
        worth_paise: hour.worth.paise(),
        usual_tenths: hour.usual.tenths(),
    });
    let worth: Money = prime.hours.iter().map(|hour| hour.worth).sum();
    PrimeHourFigures {
        prime_from_hour,
        prime_until_hour,
        courts: prime.courts,
        free: prime.hours.iter().map(|hour| hour.free.len() as i64).sum(),
        slots: (prime.hours.len() * prime.courts) as i64,
        worth_paise: worth.paise(),
        hours: hours.collect(),
    }
}
