-- Takings::sum_online: what was paid online for bookings at a venue from $2 to before $3, and what was sent back then. The ledger is
-- the table with an index by time.
select cast(coalesce(sum(case when l.event = 'paid' then line.amount_paise end), 0) as bigint) as taken_paise,
       cast(coalesce(sum(case when l.event <> 'paid' then -l.amount_paise end), 0) as bigint) as returned_paise
  from ledger_posting l
  left join bill on l.event = 'paid' and bill.bill_id = l.bill_id and bill.state = 'settled' and bill.method = 'provider'
  left join bill_line line on line.bill_id = bill.bill_id
  join orders o on o.order_number = coalesce(line.order_number, case when l.event <> 'paid' then l.order_number end)
 where l.happened_at >= $2 and l.happened_at < $3 and l.account = 'provider'
   and (l.event = 'paid' or l.event = 'refund_issued' or l.event = 'refund_failed') and o.venue_id = $1
