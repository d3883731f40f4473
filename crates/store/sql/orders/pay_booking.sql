-- Orders::pay_booking: a booking to be paid at the court was paid online. No row changed: it is paid, owes another amount than
-- $2, or was cancelled.
update orders
   set payment_method = 'online', paid_paise = $2
 where order_number = $1 and status in ('confirmed', 'no_show', 'completed') and paid_paise = 0
   and price_paise - discount_paise = $2
