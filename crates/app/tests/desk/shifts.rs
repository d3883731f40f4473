//! The drawer: what is taken while it is counted falls in exactly one shift, and every shift adds up.

use sideout_app::{
    Order,
    desk::money::{
        count_shift::{CloseShift, CountShiftError, CountedShift, close_shift, count_shift},
        open_shift::{OpenShiftError, open_shift},
        read_money::read_drawer,
        record_movement::{Movement, RecordMovementError, record_movement},
        review_shift::{ReviewShiftError, review_shift},
    },
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    ShiftId, VenueId,
    bill::Tender,
    drawer::{CashCount, CashFlow, CashMovementKind, Shift},
    money::Money,
    staff::{Permission, Role},
};
use sideout_store::{Invariants, Shifts, Statement, Store, StoreError, shifts::CashMovement};
use sideout_testkit::{
    TestApp, intercept, meanwhile, on_both_engines, on_two_nodes, request_key, run_concurrently,
    sample_venue::VENUE, statement, two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::{
    counter::{actor, five_hundreds, line_of, open_counter, payment_by, take_cash},
    desk_bookings::assert_sound,
    helpers::{booked, number, open_app, run},
};

async fn count(
    app: &TestApp,
    actor: &Actor,
    shift: ShiftId,
    notes: u32,
    key: u64,
) -> Result<CountedShift, CountShiftError> {
    count_shift(app, actor, shift, five_hundreds(notes), request_key(key)).await
}

/// The open shift of a drawer with the cash that came in and went out.
pub(crate) struct Drawer {
    pub(crate) shift: Shift,
    pub(crate) flow: CashFlow,
    pub(crate) movements: Vec<CashMovement>,
}

pub(crate) async fn drawer(app: &TestApp) -> Drawer {
    let read = app.store.read((), |tx, ()| {
        Box::pin(async move {
            let shift = Shifts(tx).find_open(VENUE).await?.unwrap();
            let flow = Shifts(tx).sum_cash(shift.id).await?;
            let movements = Shifts(tx).list_movements(shift.id).await?;
            Ok(Drawer { shift, flow, movements })
        })
    });
    let drawer: Result<Drawer, StoreError> = read.await;
    drawer.unwrap()
}

async fn move_cash(
    app: &TestApp,
    actor: &Actor,
    (kind, rupees, note): (CashMovementKind, i64, &str),
    key: u64,
) -> Result<i64, RecordMovementError> {
    let movement = Movement { kind, amount: Money::from_rupees(rupees), note: note.to_owned() };
    record_movement(app, actor, VENUE, movement, request_key(key)).await
}

on_both_engines!(a_count_ends_a_shift_and_begins_the_next_one_with_what_was_there, async |store| {
    let (app, customers, kiran, shift) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    take_cash(&app, &kiran, &order, 700, 1).await;
    move_cash(&app, &kiran, (CashMovementKind::Expense, -150, "Water cans"), 2).await.unwrap();
    // ₹2,000 + ₹700 - ₹150; ₹2,500 are there.
    let counted = count(&app, &kiran, shift, 5, 3).await.unwrap();
    assert_eq!((counted.expected_paise, counted.counted_paise), (255_000, 250_000));
    assert_eq!(count(&app, &kiran, shift, 5, 3).await.unwrap(), counted, "the same key again");
    let twice = count(&app, &kiran, shift, 5, 4).await;
    assert!(matches!(twice, Err(CountShiftError::WrongState)), "{twice:?}");
    let now = drawer(&app).await;
    assert_eq!(
        (now.shift.id, now.shift.opening, now.shift.kept_by),
        (counted.next, Money::from_rupees(2_500), None)
    );
    assert_sound(&app).await;
});

on_both_engines!(
    a_difference_needs_a_reason_and_what_goes_into_the_safe_is_missing_in_the_next_shift,
    async |store| {
        let (app, _, kiran, shift) = open_counter(store, 1).await;
        let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
        let early = close_shift(
            &app,
            &kiran,
            shift,
            CloseShift { reason: None, to_safe: Money::ZERO },
            request_key(1),
        );
        assert!(matches!(early.await, Err(CountShiftError::WrongState)), "it is not counted");
        let counted = count(&app, &kiran, shift, 3, 2).await.unwrap();
        let close = |reason: Option<&str>, rupees| CloseShift {
            reason: reason.map(str::to_owned),
            to_safe: Money::from_rupees(rupees),
        };
        let refused = close_shift(&app, &kiran, shift, close(None, 0), request_key(3)).await;
        assert!(matches!(refused, Err(CountShiftError::ReasonMissing)), "{refused:?}");
        let refused =
            close_shift(&app, &kiran, shift, close(Some("Lent to the café"), 1_501), request_key(4)).await;
        assert!(matches!(refused, Err(CountShiftError::MoreThanCounted)), "{refused:?}");
        let early = review_shift(&app, &manager, shift, 0, request_key(10)).await;
        assert!(
            matches!(early, Err(ReviewShiftError::WrongState)),
            "the difference is not explained yet: {early:?}"
        );
        close_shift(&app, &kiran, shift, close(Some("Lent to the café"), 1_000), request_key(5))
            .await
            .unwrap();
        let again = close_shift(&app, &kiran, shift, close(Some("Other"), 0), request_key(6)).await;
        assert!(matches!(again, Err(CountShiftError::WrongState)), "a shift is closed once: {again:?}");
        let now = drawer(&app).await;
        assert_eq!(
            (now.shift.id, now.flow.expected(now.shift.opening)),
            (counted.next, Money::from_rupees(500))
        );
        assert_eq!(now.shift.kept_by, None, "the clerk who closes is not the keeper of the next one");
        let refused = review_shift(&app, &kiran, shift, 0, request_key(7)).await;
        let forbidden = Refused::NotAllowed(Permission::ShiftOthers);
        assert!(matches!(refused, Err(ReviewShiftError::Refused(refused)) if refused == forbidden));
        review_shift(&app, &manager, shift, 0, request_key(8)).await.unwrap();
        let again = review_shift(&app, &manager, shift, 0, request_key(9)).await;
        assert!(matches!(again, Err(ReviewShiftError::WrongState)), "{again:?}");
        assert_sound(&app).await;
    }
);

on_both_engines!(a_difference_of_fifty_rupees_needs_no_reason_and_a_greater_one_does, async |store| {
    let (app, _, kiran, first) = open_counter(store, 1).await;
    let close = CloseShift { reason: None, to_safe: Money::ZERO };
    // ₹50 too much are in the first shift; the next one begins with them, and has ₹51 more.
    let found = |coins| CashCount::new([(500, 4)].into(), coins).unwrap();
    let counted = count_shift(&app, &kiran, first, found(50), request_key(1)).await.unwrap();
    close_shift(&app, &kiran, first, close.clone(), request_key(2)).await.unwrap();
    count_shift(&app, &kiran, counted.next, found(101), request_key(3)).await.unwrap();
    let refused = close_shift(&app, &kiran, counted.next, close, request_key(4)).await;
    assert!(matches!(refused, Err(CountShiftError::ReasonMissing)), "{refused:?}");
});

on_both_engines!(an_owner_opens_no_drawer_of_a_venue_that_does_not_exist, async |store| {
    let (app, _) = open_app(store, 1).await;
    let owner = actor(&app, Role::Owner, "9825041740", &[]).await;
    let refused = open_shift(&app, &owner, VenueId(9), five_hundreds(4), request_key(1)).await;
    assert!(matches!(refused, Err(OpenShiftError::Refused(Refused::OtherVenue))), "{refused:?}");
});

on_both_engines!(a_shift_that_is_closed_late_moves_at_most_what_the_drawer_holds, async |store| {
    let (app, _, kiran, first) = open_counter(store, 1).await;
    let second = count(&app, &kiran, first, 4, 1).await.unwrap().next;
    move_cash(&app, &kiran, (CashMovementKind::Expense, -1_500, "Nets"), 2).await.unwrap();
    count(&app, &kiran, second, 1, 3).await.unwrap();
    // ₹2,000 were counted in the first shift; ₹500 are there now.
    let close = |rupees| CloseShift { reason: None, to_safe: Money::from_rupees(rupees) };
    let refused = close_shift(&app, &kiran, first, close(501), request_key(4)).await;
    assert!(matches!(refused, Err(CountShiftError::DrawerShort)), "{refused:?}");
    close_shift(&app, &kiran, first, close(500), request_key(5)).await.unwrap();
    let now = drawer(&app).await;
    assert_eq!(now.flow.expected(now.shift.opening), Money::ZERO);
    assert_sound(&app).await;
});

on_both_engines!(the_first_to_use_a_drawer_answers_for_it_and_a_manager_may_count_it, async |store| {
    let (app, customers, kiran, first) = open_counter(store, 1).await;
    let meera = actor(&app, Role::Desk, "9825041738", &[VENUE]).await;
    let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
    let refused = count(&app, &meera, first, 4, 1).await;
    assert!(matches!(refused, Err(CountShiftError::Refused(Refused::NotAllowed(_)))), "{refused:?}");
    let second = count(&app, &kiran, first, 4, 2).await.unwrap().next;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    take_cash(&app, &meera, &order, 500, 3).await;
    let refused = count(&app, &kiran, second, 5, 4).await;
    assert!(matches!(refused, Err(CountShiftError::Refused(Refused::NotAllowed(_)))), "{refused:?}");
    let third = count(&app, &meera, second, 5, 5).await.unwrap();
    assert_eq!(third.expected_paise, third.counted_paise);
    take_cash(&app, &meera, &order, 100, 6).await;
    count(&app, &manager, third.next, 5, 7).await.unwrap();
    assert_sound(&app).await;
});

/// A colleague, Meera, uses a drawer for the first time after a count of Kiran has read its shift and before that count is written
/// through `counting`. Returns the app, Meera, the shift and what became of the count.
async fn counted_after_first_use(
    store: Store,
    counting: &Store,
) -> (TestApp, Actor, ShiftId, Result<CountedShift, CountShiftError>) {
    let (app, customers, kiran, first) = open_counter(store, 1).await;
    let meera = actor(&app, Role::Desk, "9825041738", &[VENUE]).await;
    let second = count(&app, &kiran, first, 4, 1).await.unwrap().next;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    // The other node has read the shift, which has no keeper yet, and reads the venues next.
    let (here, clerk) = (app.clone(), meera.clone());
    let there = meanwhile(counting, "venue/list_all", move || async move {
        take_cash(&here, &clerk, &order, 500, 2).await;
    });
    let node = app.another_node_on(there, |_| {});
    let counted = count(&node, &kiran, second, 4, 3).await;
    (app, meera, second, counted)
}

on_both_engines!(a_drawer_that_a_colleague_uses_before_a_count_is_written_is_not_counted, async |store| {
    let (app, meera, second, refused) = counted_after_first_use(store.clone(), &store).await;
    assert!(matches!(refused, Err(CountShiftError::Refused(Refused::NotAllowed(_)))), "{refused:?}");
    let now = drawer(&app).await;
    assert_eq!((now.shift.id, now.shift.kept_by), (second, Some(meera.id())), "the shift goes on");
    count(&app, &meera, second, 5, 4).await.unwrap();
    assert_sound(&app).await;
});

on_both_engines!(
    control_without_reading_the_keeper_again_the_drawer_of_a_colleague_is_counted,
    async |store| {
        let guard = "kept_by,";
        let unguarded =
            without_guard(&store, statement("desk_shift/find"), guard, "cast(null as bigint) as kept_by,");
        let (app, _, second, counted) = counted_after_first_use(store, &unguarded).await;
        assert_eq!(drawer(&app).await.shift.id, counted.unwrap().next);
        let keeper = format!("select kept_by as n from desk_shift where shift_id = {second}");
        assert!(number(&app.store, keeper.leak()).await > 0, "Meera keeps the drawer that Kiran counted");
    }
);

on_both_engines!(a_manager_sees_what_has_to_be_in_a_drawer_and_a_clerk_does_not, async |store| {
    let (app, _, kiran, shift) = open_counter(store, 1).await;
    let manager = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
    for (who, expected) in [(&kiran, None), (&manager, Some(Money::from_rupees(2_000)))] {
        let (_, open) = read_drawer(&app, who, VENUE).await.unwrap();
        let open = open.unwrap();
        assert_eq!((open.shift.id, open.expected), (shift, expected));
    }
});

on_both_engines!(cash_moves_only_as_its_kind_says_and_never_more_than_is_there, async |store| {
    let (app, _, kiran, _) = open_counter(store, 1).await;
    use CashMovementKind::{Change, Correction, Expense, Safe};
    for (key, (movement, expected)) in [
        ((Change, -100, ""), RecordMovementError::BadAmount),
        ((Safe, 100, ""), RecordMovementError::BadAmount),
        ((Expense, -100, ""), RecordMovementError::NoteMissing),
        ((Correction, 100, ""), RecordMovementError::NoteMissing),
        ((Safe, -2_001, ""), RecordMovementError::DrawerShort),
    ]
    .into_iter()
    .enumerate()
    {
        let refused = move_cash(&app, &kiran, movement, key as u64).await.unwrap_err();
        assert_eq!(refused.to_string(), expected.to_string(), "{movement:?}");
    }
    move_cash(&app, &kiran, (Safe, -2_000, ""), 10).await.unwrap();
    move_cash(&app, &kiran, (Change, 300, "From the bank"), 11).await.unwrap();
    let now = drawer(&app).await;
    assert_eq!((now.flow.expected(now.shift.opening), now.movements.len()), (Money::from_rupees(300), 2));
});

on_both_engines!(cash_with_paise_is_neither_moved_nor_put_into_the_safe, async |store| {
    let (app, _, kiran, shift) = open_counter(store, 1).await;
    for (key, kind, paise) in [
        (1, CashMovementKind::Change, 150),
        (2, CashMovementKind::Safe, -150),
        (3, CashMovementKind::Expense, -15_050),
        (4, CashMovementKind::Correction, -1),
    ] {
        let movement = Movement { kind, amount: Money::from_paise(paise), note: "Ice".to_owned() };
        let refused = record_movement(&app, &kiran, VENUE, movement, request_key(key)).await;
        assert!(matches!(refused, Err(RecordMovementError::NotWholeRupees)), "{kind}: {refused:?}");
    }
    count(&app, &kiran, shift, 4, 5).await.unwrap();
    let close = CloseShift { reason: None, to_safe: Money::from_paise(150) };
    let refused = close_shift(&app, &kiran, shift, close, request_key(6)).await;
    assert!(matches!(refused, Err(CountShiftError::NotWholeRupees)), "{refused:?}");
    let now = drawer(&app).await;
    assert_eq!((now.flow.expected(now.shift.opening), now.movements.len()), (Money::from_rupees(2_000), 0));
});

/// Thirty calls open the drawer of a venue at once; returns how many succeeded.
async fn opened_at_once(store: Store) -> usize {
    let (app, _) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let answers = run_concurrently(30, |n| {
        let (app, kiran) = (app.app(), kiran.clone());
        async move { open_shift(&app, &kiran, VENUE, five_hundreds(4), request_key(n as u64)).await }
    });
    let answers = answers.await;
    assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(OpenShiftError::Open))), "{answers:?}");
    answers.into_iter().filter(Result::is_ok).count()
}

on_both_engines!(of_thirty_who_open_a_drawer_one_does, async |store| {
    assert_eq!(opened_at_once(store).await, 1);
});

on_both_engines!(control_without_the_unique_index_thirty_open_a_drawer, async |store| {
    run(&store, "drop index desk_shift_open").await;
    assert_eq!(opened_at_once(store).await, 30);
});

/// Thirty calls count one shift at once; returns the app and how many succeeded.
async fn counted_at_once(store: Store) -> (TestApp, usize) {
    let (app, _, kiran, shift) = open_counter(store, 1).await;
    let answers = run_concurrently(30, |n| {
        let (app, kiran) = (app.app(), kiran.clone());
        async move { count_shift(&app, &kiran, shift, five_hundreds(4), request_key(n as u64)).await }
    });
    let counted = answers.await.into_iter().filter(Result::is_ok).count();
    (app, counted)
}

on_both_engines!(of_thirty_counts_of_one_shift_one_succeeds, async |store| {
    let (app, counted) = counted_at_once(store).await;
    assert_eq!(counted, 1);
    assert_sound(&app).await;
});

on_both_engines!(control_without_the_guards_a_shift_is_counted_more_than_once, async |store| {
    run(&store, "drop index desk_shift_open").await;
    let guard = "and counted_at is null";
    let unguarded = without_guard(&store, statement("desk_shift/lock"), guard, "");
    let unguarded = without_guard(&unguarded, statement("desk_shift/count"), guard, "");
    // The next shift names the one before it once; here it names none.
    let after = "cast(nullif(cast($5 as bigint), cast($5 as bigint)) as bigint)";
    let unguarded = without_guard(&unguarded, statement("desk_shift/open"), "$5)", &format!("{after})"));
    let (_, counted) = counted_at_once(unguarded).await;
    assert!(counted > 1, "{counted}");
});

on_two_nodes!(what_is_taken_while_a_drawer_is_counted_is_in_exactly_one_shift, async |stores| {
    let [here, there]: [Store; 2] = stores;
    let (app, customers, kiran, shift) = open_counter(here, 12).await;
    let other = app.another_node_on(there, |_| {});
    let mut orders: Vec<Order> = Vec::new();
    for (n, customer) in customers.iter().enumerate() {
        orders.push(booked(&app, *customer, i64::try_from(n).unwrap() % 12 + 1, "7:00 PM").await);
    }
    let mut lines = Vec::new();
    for order in &orders {
        lines.push(line_of(&app, order.number, 500).await);
    }
    let paying = run_concurrently(12, |n| {
        let (app, kiran, request) = (app.app(), kiran.clone(), payment_by(Tender::Cash, vec![lines[n]]));
        async move {
            sideout_app::desk::money::take_payment::take_payment(
                &app,
                &kiran,
                VENUE,
                request,
                request_key(100 + n as u64),
            )
            .await
        }
    });
    let (paid, counted) = tokio::join!(paying, count(&other, &kiran, shift, 4, 1));
    let counted = counted.unwrap();
    assert!(paid.iter().all(Result::is_ok), "{paid:?}");
    let now = drawer(&app).await;
    assert_eq!(now.shift.id, counted.next);
    let before = counted.expected_paise - 200_000;
    assert_eq!(before + now.flow.taken.paise(), 12 * 50_000, "each payment is in one of the two shifts");
    assert_sound(&app).await;
});

/// The rules of the database that are broken.
pub(crate) async fn broken(store: &Store) -> Vec<String> {
    let read = store.read((), |tx, ()| Box::pin(async move { Invariants(tx).list_broken().await }));
    let broken: Result<Vec<_>, StoreError> = read.await;
    broken.unwrap().into_iter().map(|broken| broken.rule).collect()
}

// On SQLite a unit of work that writes is alone, so no count is between its read of the shift and its movement of cash.
#[test]
fn control_without_the_lock_cash_enters_a_shift_that_was_counted() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (app, _, kiran, shift) = open_counter(here.clone(), 1).await;
        let other = app.another_node_on(there, |_| {});
        let text = "select shift_id, opening_paise from desk_shift where venue_id = $1 and $2 = $2 and counted_at is null";
        let without_lock = Statement { name: "desk_shift/enter without its lock", text };
        let unguarded = intercept(&here, std::sync::Arc::new(EnterWithoutLock(without_lock)));
        let input = (other, kiran, shift);
        let done: Result<(), StoreError> = unguarded
            .write(input, |tx, (other, kiran, shift)| {
                Box::pin(async move {
                    let (entered, _) = Shifts(tx).enter(VENUE, kiran.id()).await?.unwrap();
                    count(other, kiran, *shift, 4, 1).await.unwrap();
                    let new = sideout_store::shifts::NewCashMovement {
                        shift: entered,
                        kind: CashMovementKind::Change,
                        amount: Money::from_rupees(500),
                        note: String::new(),
                        staff: kiran.id(),
                        at: sideout_testkit::FixedClock::START,
                    };
                    Shifts(tx).add_movement(&new).await.map(drop)
                })
            })
            .await;
        done.unwrap();
        assert_eq!(broken(&here).await, ["shifts whose drawer does not add up"]);
    });
}

/// Enters the open shift without locking it.
pub(crate) struct EnterWithoutLock(pub(crate) Statement);

impl sideout_testkit::Interceptor for EnterWithoutLock {
    fn replace_statement(&self, statement: Statement) -> Statement {
        if statement.name == "desk_shift/enter" { self.0 } else { statement }
    }
}

/// `store`, whose units of work find the open shift with `desk_shift/lock_open` and do not lock it.
pub(crate) fn without_lock_of_open_shift(store: &Store) -> Store {
    let locked = statement("desk_shift/lock_open");
    let lock = &locked.text[locked.text.find("update desk_shift").unwrap()..];
    let read = "select shift_id from desk_shift where venue_id = $1 and counted_at is null";
    without_guard(store, locked, lock, read)
}

/// A shift is closed through `there`, with ₹1,500 for the safe, after the count of the next shift has locked it and before that count
/// commits. Returns the app and the shift that the count began.
async fn closed_during_the_next_count(here: Store, there: Store) -> (TestApp, ShiftId) {
    let (app, _, kiran, first) = open_counter(there, 1).await;
    let second = count(&app, &kiran, first, 4, 1).await.unwrap().next;
    let (other, closer) = (app.clone(), kiran.clone());
    // It waits for the count, or is done.
    let (counting, closed) = with_call_before(&here, "desk_shift/open", async move {
        let close = CloseShift { reason: None, to_safe: Money::from_rupees(1_500) };
        close_shift(&other, &closer, first, close, request_key(2)).await
    });
    let node = app.another_node_on(counting, |_| {});
    let third = count(&node, &kiran, second, 4, 3).await.unwrap().next;
    closed.await.unwrap();
    (app, third)
}

// On SQLite a unit of work that writes is alone.
#[test]
fn a_shift_that_is_closed_while_the_next_one_is_counted_finds_the_one_after_it() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let (app, third) = closed_during_the_next_count(here, there).await;
        let now = drawer(&app).await;
        assert_eq!((now.shift.id, now.flow.expected(now.shift.opening)), (third, Money::from_rupees(500)));
        assert_sound(&app).await;
    });
}

#[test]
fn control_without_the_lock_cash_for_the_safe_leaves_a_shift_that_was_counted() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        closed_during_the_next_count(here.clone(), without_lock_of_open_shift(&there)).await;
        assert_eq!(broken(&here).await, ["shifts whose drawer does not add up"]);
    });
}

on_both_engines!(movements_of_cash_are_only_added_to, async |store| {
    let (app, _, kiran, _) = open_counter(store, 1).await;
    move_cash(&app, &kiran, (CashMovementKind::Change, 300, ""), 1).await.unwrap();
    for text in ["update cash_movement set amount_paise = 1", "delete from cash_movement"] {
        let statement = Statement { name: text, text };
        let done: Result<u64, StoreError> = app
            .store
            .write(statement, |tx, statement| Box::pin(async move { tx.run(*statement, &[]).await }))
            .await;
        assert!(done.is_err(), "{text}");
    }
    assert_eq!(
        number(&app.store, "select cast(sum(amount_paise) as bigint) from cash_movement").await,
        30_000
    );
});
