-- Takings::sum_online: what came online for bookings at a venue from $2 to before $3, and what was sent back then. Money
-- counts for the booking that it was paid for, also after the game moved, and so does its refund. Money that did not pay a
-- booking counts for the venue of the first booking that it was meant for. The ledger is the table with an index by time.
select cast(coalesce(sum(case when l.event = 'paid' and p.outcome = 'confirmed' then line.amount_paise
                              when l.event = 'paid' then l.amount_paise end), 0) as bigint) as taken_paise,
       cast(coalesce(sum(case when l.event <> 'paid' then -l.amount_paise end), 0) as bigint) as returned_paise
  from ledger_posting l
  left join payment p on p.payment_id = l.payment_id and (l.event = 'paid' or l.event = 'returned')
  {refund_of_line_joined}
  left join bill_line line on line.bill_id = l.bill_id
                          and (l.event = 'paid' and p.outcome = 'confirmed' or line.line_no = {place_in_bill})
  join orders o on o.order_number = coalesce(line.carried_from, line.order_number, l.order_number)
 where l.happened_at >= $2 and l.happened_at < $3 and l.account = 'provider'
   and (l.event = 'paid' or l.event = 'refund_issued' or l.event = 'refund_failed' or l.event = 'refund_sent_twice'
        or l.event = 'returned') and o.venue_id = $1
