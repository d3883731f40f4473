-- ProviderOrders::begin_request: gives one of the concurrent callers the right to send the request until $3. No row changed: the
-- id is known already, or another caller is sending the request ($2 is the current time).
update provider_order
   set requests = requests + 1, requesting_until = $3
 where bill_id = $1 and provider_order_id is null and (requesting_until is null or requesting_until <= $2)
