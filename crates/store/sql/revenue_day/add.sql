-- RevenueDays::add: marks a day of a venue as summed. No row changed: it was summed before.
insert into revenue_day (venue_id, day, summed_at) values ($1, $2, $3)
on conflict do nothing
