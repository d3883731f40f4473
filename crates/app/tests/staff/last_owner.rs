//! The last owner who may sign in stays.

use sideout_app::staff::{EditMember, EditMemberError, EditedMember, edit_member};
use sideout_domain::staff::Role;
use sideout_store::Store;
use sideout_testkit::{
    TestApp, on_both_engines, on_two_nodes, request_key, run_concurrently, statement, two_nodes_on_postgres,
    with_call_before, without_guard,
};

use crate::helpers::{VENUE, number, open_app};

const OWNERS: &str = "select cast(count(*) as bigint) from staff where role = 'owner' and active = 1";

fn off() -> EditMember {
    EditMember { active: Some(false), ..EditMember::default() }
}

on_both_engines!(the_last_owner_can_neither_be_switched_off_nor_lose_the_role, async |store| {
    let app = open_app(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let demoted =
        EditMember { role: Some(Role::Manager), venues: Some(vec![VENUE]), ..EditMember::default() };
    for (n, edit) in [(1, off()), (2, demoted)] {
        let refused = edit_member(&app, &actor, owner.id, 1, edit, request_key(n)).await;
        assert!(matches!(refused, Err(EditMemberError::LastOwner)), "{refused:?}");
    }
});

/// Two owners switch each other off at the same moment; returns how many owners are left.
async fn owners_left(apps: [TestApp; 2]) -> i64 {
    let one = apps[0].staff(Role::Owner, "9825041736", &[]).await;
    let other = apps[0].staff(Role::Owner, "9825041737", &[]).await;
    let actors = [apps[0].actor(&one.token).await, apps[1].actor(&other.token).await];
    run_concurrently(2, |n| {
        let (app, actor) = (apps[n].clone(), actors[n].clone());
        let target = if n == 0 { other.id } else { one.id };
        async move {
            edit_member(&app, &actor, target, 1, off(), request_key(u64::try_from(n).unwrap())).await.is_ok()
        }
    })
    .await;
    number(&apps[0].store, OWNERS).await
}

on_two_nodes!(of_two_owners_who_switch_each_other_off_one_stays, async |stores: [Store; 2]| {
    let [one, other] = stores;
    let first = open_app(one).await;
    let second = first.another_node_on(other, |_| {});
    assert_eq!(owners_left([first, second]).await, 1);
});

/// Two owners switch each other off: one of them through `there`, after the change by the other one has counted the owners and before it
/// is written. Returns the answer to the one who came second, and how many owners are left.
async fn switch_each_other_off([here, there]: [Store; 2]) -> (Result<EditedMember, EditMemberError>, i64) {
    let app = open_app(there).await;
    let one = app.staff(Role::Owner, "9825041736", &[]).await;
    let other = app.staff(Role::Owner, "9825041737", &[]).await;
    let (second, actor, target) = (app.clone(), app.actor(&other.token).await, one.id);
    let (here, answer) = with_call_before(&here, "staff/update", async move {
        edit_member(&second, &actor, target, 1, off(), request_key(2)).await
    });
    let first = app.another_node_on(here, |_| {});
    let actor = app.actor(&one.token).await;
    edit_member(&first, &actor, other.id, 1, off(), request_key(1)).await.unwrap();
    (answer.await, number(&app.store, OWNERS).await)
}

// On SQLite a unit of work that writes is alone.
#[test]
fn an_owner_who_is_switched_off_meanwhile_cannot_switch_off_the_last_one() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let (answer, left) = switch_each_other_off(stores).await;
        assert!(matches!(answer, Err(EditMemberError::LastOwner)), "{answer:?}");
        assert_eq!(left, 1);
    });
}

#[test]
fn control_without_the_lock_two_owners_switch_each_other_off() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let guard = "where role = 'owner'";
        let unguarded = stores.map(|store| {
            without_guard(&store, statement("staff/lock_owners"), guard, "where role = 'owner' and 1 = 0")
        });
        let (answer, left) = switch_each_other_off(unguarded).await;
        answer.unwrap();
        assert_eq!(left, 0);
    });
}
