-- Venues and courts that owners change at the desk.

-- Grows with each change of a venue, its courts and its pictures: of two people who saw the same version, one writes.
alter table venue add column version integer not null default 1;

-- INVARIANT: no time of a retired court or venue is claimed (suite `venue_races`). A row that would is not written, and the
-- statement tells by its row count, as for claims that overlap. Claims that are there already stay.
create trigger slot_claim_of_open_court before insert on slot_claim
when exists (
  select 1 from court join venue on venue.venue_id = court.venue_id
   where court.court_id = new.court_id
     and (court.active = 0 or venue.active = 0))
begin select raise(ignore); end;
