-- Orders::count_lapsed: how often since $4 this customer let a hold on this very slot run out.
select count(*)
  from orders
 where customer_id = $1 and court_id = $2 and starts_at = $3 and status = 'expired' and created_at > $4
