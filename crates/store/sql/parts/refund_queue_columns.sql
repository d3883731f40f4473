-- The booking and the credit note of a refund. Read by `queued` in payments/refund_queue.rs.
o.venue_id, o.customer_id, coalesce(o.contact_name, customer.full_name) as name, court.name as court_name, o.venue_day, o.start_minute,
       (select note.series from receipt note where note.refund_id = refund.refund_id) as series,
       (select note.year from receipt note where note.refund_id = refund.refund_id) as year,
       (select note.serial from receipt note where note.refund_id = refund.refund_id) as serial
