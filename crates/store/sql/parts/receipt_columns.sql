-- An issued document `d`. Read by `document` in receipts.rs.
d.series, d.year, d.serial, d.bill_id, d.order_number, d.payment_id, d.issued_on, d.total_paise, d.tax_rate, d.taxable_paise,
       d.central_paise, d.state_paise, d.reason, d.facts, d.edition
