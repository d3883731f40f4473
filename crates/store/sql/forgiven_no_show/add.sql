-- ForgivenNoShows::add: forgives a missed game. No row changed: it was not missed, or is forgiven already. The status is
-- compared as an expression, so that PostgreSQL takes the order by its key and not from the index of all missed games.
insert into forgiven_no_show (order_number, reason, staff_id, at)
select o.order_number, cast($2 as text), cast($3 as bigint), cast($4 as bigint)
  from orders o
 where o.order_number = $1 and coalesce(o.status, '') = 'no_show'
on conflict (order_number) do nothing
