-- Reports::list_money, Reports::list_money_of_desk: the money of players that came and went from $2 to before $3 at the venue $1,
-- the newest first, from the ledger: that of its bookings, or if $4 is 1 that of its desk, which may give back what another desk
-- took. A payment or refund for several bookings is listed with the first one; one for a game that has moved since, with the
-- booking that it was paid for, and so is a refund for the booking in its place. What was imported as paid and went to such a
-- booking has lines for that, which are left out: no money came or went. `staff_id` is the member of staff who took the money,
-- paid it out or showed the QR code.
select l.entry, l.account, l.event, l.amount_paise, l.happened_at, o.order_number, o.venue_day, o.start_minute,
       court.name as court_name, coalesce(o.contact_name, customer.full_name) as name,
       -- A refund is for one booking, unless its payment led to none.
       case when l.bill_id is null then 1
            when (l.event = 'refund_issued' or l.event = 'refund_failed' or l.event = 'refund_sent_twice')
                 and not exists (select 1 from payment late where late.payment_id = l.payment_id and late.outcome = 'refund') then 1
            else (select count(*) from bill_line other where other.bill_id = l.bill_id) end as orders,
       case when l.account = 'desk' then 'imported'
            when exists (select 1 from booking_group g where g.group_id = o.group_id and g.kind = 'series') then 'weekly'
            when o.booked_by is not null then 'desk'
            else 'app' end as source,
       coalesce(refund.paid_out_by, q.staff_id, d.staff_id) as staff_id
  from ledger_posting l
  {refund_of_line_joined}
  left join bill_line line on line.bill_id = l.bill_id and line.line_no = {place_in_bill}
  join orders o on o.order_number = coalesce(case when back.refund_id is null then l.order_number end, line.carried_from,
                                             line.order_number, l.order_number)
  join court on court.court_id = o.court_id
  join customer on customer.customer_id = o.customer_id
  left join desk_payment d on d.bill_id = l.bill_id
  left join desk_qr q on q.bill_id = l.bill_id
  left join refund on refund.bill_id = l.bill_id and (l.event = 'refund_issued' or l.event = 'refund_failed')
                  and (l.entry = 'refund_issued.refund-' || cast(refund.refund_id as text) || '.' || cast(refund.attempt as text)
                       or l.entry = 'refund_failed.refund-' || cast(refund.refund_id as text) || '.' || cast(refund.attempt as text))
  left join desk_shift s on s.shift_id = refund.shift_id
 where l.happened_at >= $2 and l.happened_at < $3
   and case when cast($4 as bigint) = 1 then coalesce(s.venue_id, d.venue_id, q.venue_id, o.venue_id) else o.venue_id end = $1
   and (l.account = 'desk_cash' or l.account = 'desk_upi' or l.account = 'desk_card' or l.account = 'desk_bank'
        or l.account = 'desk' and l.event = 'paid_at_desk'
        or l.account = 'provider' and l.event <> 'fee_kept' and l.event <> 'payout')
 order by l.happened_at desc, l.entry desc
