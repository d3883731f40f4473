-- ProviderOrders::begin_request: gives one of the concurrent callers the right to send the request until $4. No row changed: the
-- id is known already, or another caller is sending the request ($3 is the current time).
update provider_order
   set asked = asked + 1, asking_until = $4
 where order_number = $1 and amount_paise = $2 and provider_order_id is null
   and (asking_until is null or asking_until <= $3)
