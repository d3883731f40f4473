-- An issued document `d`. `counts_for` is the order that the refund of a credit note is of now (`refund/carry`). Read by `document` in
-- receipts.rs.
d.series, d.year, d.serial, d.bill_id, d.order_number, d.payment_id, d.issued_on, d.total_paise, d.tax_rate, d.taxable_paise,
       d.central_paise, d.state_paise, d.reason, d.facts, d.edition,
       coalesce((select credited.order_number from refund credited where credited.refund_id = d.refund_id), d.order_number) as counts_for
