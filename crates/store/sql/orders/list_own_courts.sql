-- Orders::list_own_courts: the hold of a customer, expired or not, then the upcoming games, the next one first.
select {order_columns}
  from {orders_joined}
 where o.customer_id = $1 and (o.status = 'held' or o.status = 'confirmed' and o.starts_at > $2)
 order by case when o.status = 'held' then 0 else 1 end, o.starts_at, o.order_number
 limit $3
