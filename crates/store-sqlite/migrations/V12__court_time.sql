-- A court's time is sold once, whatever the grid of slots: claims of one court never overlap.

-- How long the court is taken from its start, handover included. Null: written by a program from before this column.
alter table orders add column slot_minutes integer;
update orders
   set slot_minutes = (select max(venue.slot_minutes, orders.play_minutes)
                         from venue where venue.venue_id = orders.venue_id);

-- The court is free again from this instant on; at most four hours after the start, the longest slot there is.
alter table slot_claim add column ends_at integer
      check (ends_at > starts_at and ends_at <= starts_at + 14400000);
-- Where the same time was sold twice already, the earlier claim ends when the next one begins, so that both stay.
update slot_claim
   set ends_at = min(
         starts_at + 60000 * coalesce(
           (select o.slot_minutes from orders o where o.order_number = slot_claim.order_number),
           (select v.slot_minutes from court c join venue v on v.venue_id = c.venue_id
             where c.court_id = slot_claim.court_id)),
         coalesce(
           (select min(later.starts_at) from slot_claim later
             where later.court_id = slot_claim.court_id and later.starts_at > slot_claim.starts_at),
           9223372036854775807));

-- INVARIANT: no two claims of a court overlap (suite `court_time`). A row that would is not written, and the statement
-- tells by its row count. Claims with the same start are decided by the primary key.
create trigger slot_claim_overlaps before insert on slot_claim
when exists (
  select 1 from slot_claim other
   where other.court_id = new.court_id
     and other.starts_at > new.starts_at - 14400000
     and other.starts_at < coalesce(new.ends_at, new.starts_at + 60000 * (
           select v.slot_minutes from court c join venue v on v.venue_id = c.venue_id where c.court_id = new.court_id))
     and other.ends_at > new.starts_at
     and other.starts_at <> new.starts_at)
begin select raise(ignore); end;

create trigger slot_claim_moves before update of court_id, starts_at, ends_at on slot_claim
when exists (
  select 1 from slot_claim other
   where other.court_id = new.court_id
     and other.starts_at > new.starts_at - 14400000
     and other.starts_at < new.ends_at
     and other.ends_at > new.starts_at
     and not (other.court_id = old.court_id and other.starts_at = old.starts_at))
begin select raise(abort, 'two claims of a court overlap'); end;

-- A program from before this migration writes no end.
create trigger slot_claim_ends after insert on slot_claim
when new.ends_at is null
begin
  update slot_claim
     set ends_at = starts_at + 60000 * (
           select v.slot_minutes from court c join venue v on v.venue_id = c.venue_id where c.court_id = new.court_id)
   where court_id = new.court_id and starts_at = new.starts_at;
end;
