-- Orders::count_open_unpaid: upcoming games to be paid at the court. A game that a coupon makes free does not count.
select count(*) as count
  from orders
 where customer_id = $1 and status = 'confirmed' and payment_method = 'court' and paid_paise = 0
   and price_paise > discount_paise and starts_at > $2
