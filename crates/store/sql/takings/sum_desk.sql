-- Takings::sum_desk: how much each account of a venue's desk took and gave back from $2 to before $3. What was voided in
-- that time is taken off; refunds of online payments that were settled another way count as given back. A refund counts for the
-- desk whose shift gave it back, which need not be the one that took the money; one that was settled by UPI or bank has no shift
-- and counts for the venue of its game. The times are those of the ledger's entries, so money that was taken without a network
-- counts from when it was recorded.
select l.account,
       cast(coalesce(sum(case when l.event = 'paid_at_desk' or l.event = 'desk_payment_voided' then l.amount_paise end), 0)
            as bigint) as taken_paise,
       cast(coalesce(sum(case when l.event = 'refund_issued' or l.event = 'refund_failed' then -l.amount_paise end), 0)
            as bigint) as returned_paise
  from ledger_posting l
  left join desk_payment d on d.bill_id = l.bill_id
  left join orders o on o.order_number = l.order_number
  left join refund r on r.bill_id = l.bill_id and (l.event = 'refund_issued' or l.event = 'refund_failed')
                  and l.entry = l.event || '.refund-' || cast(r.refund_id as text) || '.' || cast(r.attempt as text)
  left join desk_shift s on s.shift_id = r.shift_id
 where l.happened_at >= $2 and l.happened_at < $3 and coalesce(s.venue_id, d.venue_id, o.venue_id) = $1
   and (l.account = 'desk_cash' or l.account = 'desk_upi' or l.account = 'desk_card' or l.account = 'desk_bank')
 group by l.account
