-- A QR code of the desk with its bill. Read by `desk_qr` in desk_qrs.rs; used with parts/desk_qrs_joined.
q.bill_id, q.venue_id, q.staff_id, q.content, q.image_url, q.closes_at, q.state, q.next_close_at, q.failed_closes,
       bill.amount_paise, bill.payer_name, p.provider_order_id, p.reference, p.requests, p.opened_at
