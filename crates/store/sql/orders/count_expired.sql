-- Orders::count_expired: how many holds of this customer on this slot that began after $4 have expired.
select count(*) as count
  from orders
 where customer_id = $1 and court_id = $2 and starts_at = $3 and status = 'expired' and created_at > $4
