-- Receipts::issue: the document of a number that was just taken.
insert into receipt (series, year, serial, kind, order_number, payment_id, issued_at, issued_on, total_paise, tax_rate,
                     taxable_paise, central_paise, state_paise, reason, facts, bill_id, refund_id, voided_payment, edition)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
