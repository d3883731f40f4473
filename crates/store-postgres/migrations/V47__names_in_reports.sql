-- Reports of days that were closed before V45 name debtors by first name and initial, with a part of the number. The job `forget_debtors`
-- replaces them by reports without names, so that no name stays when a player is erased. Only adds, so the program before still runs.

alter table venue_day add column has_names bigint not null default 0 check (has_names in (0, 1)); -- 1: the report names debtors
alter table venue_day add column digest_now text; -- over the row without the names, and the digest of before; null: `digest` is over the row
drop trigger venue_day_stays on venue_day;
update venue_day set has_names = 1 where facts like '%"unpaid":[{"name":%';
create index venue_day_with_names on venue_day (venue_id, day) where has_names = 1;
create trigger venue_day_is_not_deleted before delete on venue_day
  for each row execute function refuse_change();
create trigger venue_day_stays before update on venue_day
  for each row
  when (not (old.has_names = 1 and new.has_names = 0 and new.digest_now is not null and new.digest = old.digest
             and new.venue_id = old.venue_id and new.day = old.day and new.closed_at = old.closed_at
             and new.closed_by is not distinct from old.closed_by and new.money_from = old.money_from
             and new.money_until = old.money_until and new.entries = old.entries))
  execute function refuse_change();
