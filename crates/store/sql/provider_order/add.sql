-- ProviderOrders::add: one row for each bill, before the request is sent. No row changed: this reference is known, so another
-- unit of work reserved it.
insert into provider_order (bill_id, reference, any_court, requests, opened_at)
values ($1, $2, $3, 0, $4)
on conflict do nothing
