-- Receipts::add_desk_series: a venue gets its series. No row changed: it has series already, or another venue has one of
-- these.
insert into desk_series (venue_id, series, credit_series)
values ($1, $2, $3)
on conflict do nothing
