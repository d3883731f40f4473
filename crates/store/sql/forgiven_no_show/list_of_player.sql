-- ForgivenNoShows::list: the missed games of a customer that were forgiven, the one forgiven last first.
select f.order_number, f.reason, f.staff_id, f.at
  from orders o
  join forgiven_no_show f on f.order_number = o.order_number
 where o.customer_id = $1 and o.status = 'no_show'
 order by f.at desc, f.order_number
