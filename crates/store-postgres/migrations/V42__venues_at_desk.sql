-- Venues and courts that owners change at the desk.

-- Grows with each change of a venue, its courts and its pictures: of two people who saw the same version, one writes.
alter table venue add column version bigint not null default 1;

-- INVARIANT: no time of a retired court or venue is claimed (suite `venue_races`). A row that would is not written, and the
-- statement tells by its row count, as for claims that overlap. Claims that are there already stay.
--
-- Who retires a court updates its row first (court/take_turn). A claim that came before keeps the row locked for that update until its
-- end, so the retirement finds it; one that comes later waits here, and its second statement sees what was committed.
create function slot_claim_of_open_court() returns trigger language plpgsql as $$
begin
  perform from court where court_id = new.court_id for share;
  if exists (
    select from court join venue on venue.venue_id = court.venue_id
     where court.court_id = new.court_id
       and (court.active = 0 or venue.active = 0))
  then
    return null;
  end if;
  return new;
end $$;
create trigger slot_claim_of_open_court before insert on slot_claim
  for each row execute function slot_claim_of_open_court();
