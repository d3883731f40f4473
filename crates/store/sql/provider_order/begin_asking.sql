-- ProviderOrders::begin_asking: of all who want to ask the provider, one may, until $4. No row touched: it is known
-- already, or somebody else is asking ($3 is now).
update provider_order
   set asked = asked + 1, asking_until = $4
 where order_number = $1 and amount_paise = $2 and provider_order_id is null
   and (asking_until is null or asking_until <= $3)
