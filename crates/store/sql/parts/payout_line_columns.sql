-- A line of a payout with the venue and the day of its booking. Read by `stored_line` in payouts.rs.
line.entity_id, line.payout_id, line.kind, line.state, line.amount_paise, line.fee_paise, line.tax_paise, line.credit_paise,
       line.debit_paise, line.expected_paise, line.order_number, o.venue_id, o.venue_day, line.added_at, line.explanation,
       line.explained_by, line.explained_at
