-- FormerStandings::keep: the starts after $2 of games that the account $1 has missed and that were not forgiven, the
-- first one first.
select o.starts_at
  from orders o
 where o.customer_id = $1 and o.status = 'no_show' and o.starts_at > $2
   and not exists (select 1 from forgiven_no_show f where f.order_number = o.order_number)
 order by o.starts_at
