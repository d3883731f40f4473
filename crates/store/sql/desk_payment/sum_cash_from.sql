-- DeskPayments::sum_cash_from: cash taken from a player from $2 to before $3, or for the bookings of the group $4 at any time, without
-- what was voided.
select cast(coalesce(sum((select d.amount_paise - d.round_off_paise
                            from desk_payment d
                           where d.bill_id = bill.bill_id and d.tender = 'cash' and d.voided_at is null
                             and ((d.taken_at >= $2 and d.taken_at < $3)
                               or exists (select 1
                                            from bill_line line
                                            join orders o on o.order_number = line.order_number
                                           where line.bill_id = bill.bill_id and o.group_id = $4)))), 0) as bigint) as taken_paise
  from bill
 where bill.customer_id = $1 and bill.method = 'desk'
