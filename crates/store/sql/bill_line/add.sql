-- Bills::add, Bills::add_settled: one line of a bill.
insert into bill_line (bill_id, line_no, order_number, amount_paise)
values ($1, $2, $3, $4)
