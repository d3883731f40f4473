-- A court's time is sold once, whatever the grid of slots: claims of one court never overlap.

-- How long the court is taken from its start, handover included. Null: written by a program from before this column.
alter table orders add column slot_minutes bigint;
update orders
   set slot_minutes = greatest(venue.slot_minutes, orders.play_minutes)
  from venue
 where venue.venue_id = orders.venue_id;

-- The court is free again from this instant on; at most four hours after the start, the longest slot there is.
alter table slot_claim add column ends_at bigint
      check (ends_at > starts_at and ends_at <= starts_at + 14400000);
-- Where the same time was sold twice already, the earlier claim ends when the next one begins, so that both stay.
update slot_claim
   set ends_at = least(
         starts_at + 60000 * coalesce(
           (select o.slot_minutes from orders o where o.order_number = slot_claim.order_number),
           (select v.slot_minutes from court c join venue v on v.venue_id = c.venue_id
             where c.court_id = slot_claim.court_id)),
         (select min(later.starts_at) from slot_claim later
           where later.court_id = slot_claim.court_id and later.starts_at > slot_claim.starts_at));

-- INVARIANT: no two claims of a court overlap (suite `court_time`). A row that would is not written, and the statement
-- tells by its row count. Claims with the same start are decided by the primary key.
--
-- Who claims time of a court first locks the windows of four hours that it lies in, until the end of the transaction; two
-- claims that overlap have such a window in common, so the second one looks when the first is committed. Each statement
-- of this function sees what is committed by then, because the function is volatile and the transaction read committed.
-- An exclusion constraint (gist) promises the same, and made a claim two to four times as dear.
create function slot_claim_overlaps() returns trigger language plpgsql as $$
declare
  first_window constant bigint := new.court_id * 1048576 + new.starts_at / 14400000;
  last_window bigint;
  locked text;
begin
  if new.ends_at is null then
    -- A program from before this migration writes no end.
    select new.starts_at + 60000 * v.slot_minutes into new.ends_at
      from court c join venue v on v.venue_id = c.venue_id
     where c.court_id = new.court_id;
  end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'claims are written in read committed transactions only';
  end if;
  last_window := new.court_id * 1048576 + (new.ends_at - 1) / 14400000;
  locked := pg_advisory_xact_lock(first_window);
  if last_window > first_window then
    locked := pg_advisory_xact_lock(last_window);
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
create trigger slot_claim_overlaps before insert on slot_claim
  for each row execute function slot_claim_overlaps();

create function slot_claim_moves() returns trigger language plpgsql as $$
begin
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
create trigger slot_claim_moves before update on slot_claim
  for each row when ((old.court_id, old.starts_at, old.ends_at) is distinct from (new.court_id, new.starts_at, new.ends_at))
  execute function slot_claim_moves();
