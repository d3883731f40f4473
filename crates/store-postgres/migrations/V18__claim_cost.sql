-- A claim costs less: the rules of V12 stay the same, and what checks them at each insert takes fewer steps.

-- PostgreSQL prepares the expression of a check again for every statement, which costs almost as much as the search for
-- claims that overlap. The triggers below check the length from an expression that they keep.
alter table slot_claim drop constraint slot_claim_check1;

-- INVARIANT: no two claims of a court overlap (suite `court_time`). A row that would is not written, and the statement
-- tells by its row count. Claims with the same start are decided by the primary key.
--
-- Who claims time of a court first locks the windows of four hours that it lies in, until the end of the transaction; two
-- claims that overlap have such a window in common, so the second one looks when the first is committed. A claim lies in
-- two windows at most. Each statement of this function sees what is committed by then, because the function is volatile
-- and the transaction read committed.
create or replace function slot_claim_overlaps() returns trigger language plpgsql as $$
declare
  first_window constant bigint := new.court_id * 1048576 + new.starts_at / 14400000;
  locked text;
begin
  if new.ends_at is null then
    -- A program from before V12 writes no end.
    select new.starts_at + 60000 * v.slot_minutes into new.ends_at
      from court c join venue v on v.venue_id = c.venue_id
     where c.court_id = new.court_id;
  end if;
  if (new.ends_at > new.starts_at and new.ends_at <= new.starts_at + 14400000) is not true then
    raise exception 'a claim ends after its start, and within four hours' using errcode = 'check_violation';
  end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'claims are written in read committed transactions only';
  end if;
  locked := pg_advisory_xact_lock(first_window);
  if (new.ends_at - 1) / 14400000 > new.starts_at / 14400000 then
    locked := pg_advisory_xact_lock(first_window + 1);
  end if;
  if exists (
    select from slot_claim other
     where other.court_id = new.court_id
       and other.starts_at > new.starts_at - 14400000
       and other.starts_at < new.ends_at
       and other.ends_at > new.starts_at
       and other.starts_at <> new.starts_at)
  then
    return null;
  end if;
  return new;
end $$;

create or replace function slot_claim_moves() returns trigger language plpgsql as $$
begin
  if (new.ends_at > new.starts_at and new.ends_at <= new.starts_at + 14400000) is not true then
    raise exception 'a claim ends after its start, and within four hours' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(new.court_id * 1048576 + part)
     from generate_series(new.starts_at / 14400000, (new.ends_at - 1) / 14400000) part;
  if exists (
    select from slot_claim other
     where other.court_id = new.court_id
       and other.starts_at > new.starts_at - 14400000
       and other.starts_at < new.ends_at
       and other.ends_at > new.starts_at
       and not (other.court_id = old.court_id and other.starts_at = old.starts_at))
  then
    raise exception 'two claims of a court overlap' using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;
