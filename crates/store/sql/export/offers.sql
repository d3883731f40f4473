-- PlayerExports::read: offers for bookings whose court was closed.
select offer.order_number, offer.state, offer.created_at, offer.open_until, offer.answered_at, offer.new_order
  from closure_offer offer
 where offer.customer_id = $1
 order by offer.created_at, offer.order_number
