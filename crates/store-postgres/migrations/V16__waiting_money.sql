-- What waits is counted every few seconds, for the metrics: indexes over these few rows alone.
create index refund_failed on refund (status) where status = 'failed';
create index payment_unsettled on payment (provider_order_id)
 where settled_at is null and status in ('authorized', 'captured');
