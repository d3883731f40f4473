-- ImportedBookings::add_all: claims the court of an imported booking. No row changed: another claim overlaps that time,
-- or the court or its venue is retired.
insert into slot_claim (court_id, starts_at, ends_at, order_number)
select cast($1 as bigint), cast($2 as bigint), cast($3 as bigint), cast($4 as bigint)
 where not exists (select 1 from slot_claim other
                    where other.court_id = $1 and other.starts_at > cast($2 as bigint) - {longest_slot}
                      and other.starts_at < $3 and other.ends_at > $2)
on conflict do nothing
