-- A provider order with its bill. Read by `provider_order` in payments/provider_orders.rs; used with
-- parts/provider_orders_joined.
p.bill_id, p.reference, p.any_court, p.provider_order_id, p.requests, p.opened_at, p.next_poll_at, p.failed_polls,
       p.list_from, bill.amount_paise,
       (select line.order_number from bill_line line where line.bill_id = p.bill_id and line.line_no = 1) as order_number
