-- Invariants::list_broken: the rules that are broken, each with the number of cases and one example. No unit of work may break one.
select rule, count(*) as count, min(example) as example
  from (
    select 'court time sold twice' as rule, cast(one.order_number as text) as example
      from orders one
      join orders other on other.court_id = one.court_id and other.starts_at = one.starts_at
                       and other.order_number > one.order_number
     where one.status in ('confirmed', 'no_show', 'completed') and other.status in ('confirmed', 'no_show', 'completed')
    union all
    select 'claims of a court that overlap', cast(one.court_id as text)
      from slot_claim one
      join slot_claim other on other.court_id = one.court_id and other.starts_at > one.starts_at
                           and other.starts_at < one.ends_at
    union all
    select 'bills whose lines do not sum to them', cast(b.bill_id as text)
      from bill b
     where b.amount_paise <> (select coalesce(sum(l.amount_paise), 0) from bill_line l where l.bill_id = b.bill_id)
    union all
    select 'orders that were not paid what their settled bills say', cast(o.order_number as text)
      from orders o
     where o.paid_paise <> (select coalesce(sum(l.amount_paise), 0)
                              from bill_line l
                              join bill b on b.bill_id = l.bill_id
                             where l.order_number = o.order_number and b.state = 'settled')
    union all
    select 'orders that do not return what their refunds say', cast(o.order_number as text)
      from orders o
     where o.returned_paise <> (select coalesce(sum(r.amount_paise), 0)
                                  from bill_line l
                                  join refund r on r.bill_id = l.bill_id
                                 where l.order_number = o.order_number and r.order_number = o.order_number
                                   and r.reason in ('cancelled', 'venue_closed', 'moved'))
    union all
    select 'bookings paid more than they cost', cast(order_number as text)
      from orders
     where status in ('confirmed', 'no_show', 'completed')
       and paid_paise - returned_paise > price_paise - discount_paise
    union all
    select 'refunds of a cancellation whose booking was not cancelled', cast(o.order_number as text)
      from refund r
      join orders o on o.order_number = r.order_number
     where r.reason in ('cancelled', 'venue_closed') and o.status not in ('cancel_requested', 'cancelled')
    union all
    select 'payments that do not reserve what their refunds say', p.payment_id
      from payment p
     where p.refunded_paise > p.amount_paise
        or p.refunded_paise <> (select coalesce(sum(r.amount_paise), 0) from refund r where r.payment_id = p.payment_id)
    union all
    select 'desk payments that do not reserve what their refunds say', cast(d.desk_payment_id as text)
      from desk_payment d
     where d.refunded_paise > d.amount_paise
        or d.refunded_paise <> (select coalesce(sum(r.amount_paise), 0)
                                  from refund r
                                 where r.bill_id = d.bill_id and r.desk_payment_id = d.desk_payment_id)
    union all
    select 'captured payments that were not decided', payment_id
      from payment
     where status = 'captured' and outcome is null
    union all
    select 'payments that settled no bill of their amount', p.payment_id
      from payment p
     where p.outcome = 'confirmed'
       and not exists (select 1 from bill b
                        where b.bill_id = p.bill_id and b.state = 'settled' and b.method = 'provider'
                          and b.amount_paise = p.amount_paise)
    union all
    select 'bills settled online without one payment', cast(b.bill_id as text)
      from bill b
     where b.state = 'settled' and b.method = 'provider'
       and 1 <> (select count(*) from payment p where p.bill_id = b.bill_id and p.outcome = 'confirmed')
    union all
    select 'payments for no booking that do not go back', p.payment_id
      from payment p
     where p.outcome = 'refund' and not exists (select 1 from refund r where r.payment_id = p.payment_id)
    union all
    select 'desk payments that do not settle their bill', cast(d.desk_payment_id as text)
      from desk_payment d
      join bill b on b.bill_id = d.bill_id
     where (d.voided_at is null) <> (b.state = 'settled' and b.method = 'desk' and b.amount_paise = d.amount_paise)
    union all
    select 'QR codes whose state differs from that of their bill', cast(q.bill_id as text)
      from desk_qr q
      join bill b on b.bill_id = q.bill_id
     where (q.state = 'open') <> (b.state = 'open') or (q.state = 'paid') <> (b.state = 'settled')
    union all
    select 'bookings without their court', cast(o.order_number as text)
      from orders o
     where o.status = 'confirmed'
       and not exists (select 1 from slot_claim c
                        where c.court_id = o.court_id and c.starts_at = o.starts_at and c.order_number = o.order_number
                          and c.held_until is null)
    union all
    select 'claims of orders that keep no court', cast(c.order_number as text)
      from slot_claim c
     where c.order_number is not null
       and not exists (select 1 from orders o
                        where o.order_number = c.order_number and o.court_id = c.court_id and o.starts_at = c.starts_at
                          and ((c.held_until is null and o.status in ('confirmed', 'no_show', 'completed'))
                            or (c.held_until is not null and o.status = 'held')))
    union all
    select 'claims of blocks that do not exist', cast(c.block_id as text)
      from slot_claim c
     where c.block_id is not null
       and not exists (select 1 from court_block block
                        where block.block_id = c.block_id
                          and (block.kind = 'desk_hold') = (c.held_until is not null))
    union all
    select 'series of documents with gaps', s.series || ' ' || s.year
      from receipt_series s
     where s.last <> (select count(*) from receipt d where d.series = s.series and d.year = s.year)
                   + (select coalesce(sum(g.last_serial - g.first_serial + 1), 0)
                        from receipt_gap g
                       where g.series = s.series and g.year = s.year)
    union all
    select 'bills settled online without a receipt', cast(b.bill_id as text)
      from bill b
     where b.state = 'settled' and b.method = 'provider' and b.settled_at >= (select min(issued_at) from receipt)
       and not exists (select 1 from receipt d where d.bill_id = b.bill_id and d.kind = 'receipt')
    union all
    select 'refunds of receipts without a credit note', cast(r.refund_id as text)
      from refund r
      join receipt d on d.bill_id = r.bill_id and d.kind = 'receipt'
     where r.reason in ('cancelled', 'venue_closed', 'moved')
       and not exists (select 1 from receipt note where note.refund_id = r.refund_id and note.total_paise = r.amount_paise)
    union all
    select 'receipts replaced without a credit note over all of them', d.series || '/' || d.serial
      from receipt later
      join receipt d on d.bill_id = later.bill_id and d.kind = 'receipt' and d.edition = later.edition - 1
     where later.kind = 'receipt' and later.edition > 1
       and d.total_paise <> (select coalesce(sum(note.total_paise), 0)
                               from receipt note
                              where note.bill_id = d.bill_id and note.kind = 'credit_note' and note.edition = d.edition)
    union all
    select 'desk payments without a receipt', cast(d.desk_payment_id as text)
      from desk_payment d
     where d.shift_id is not null
       and not exists (select 1 from receipt r where r.bill_id = d.bill_id and r.kind = 'receipt')
    union all
    select 'voided desk payments without a credit note', cast(d.desk_payment_id as text)
      from desk_payment d
     where d.shift_id is not null and d.voided_at is not null
       and not exists (select 1 from receipt note
                        where note.voided_payment = d.desk_payment_id
                          and note.total_paise = d.amount_paise - d.round_off_paise)
    union all
    select 'refunds settled in cash without a drawer', cast(r.refund_id as text)
      from refund r
     where r.payment_id is not null and r.method = 'cash' and r.shift_id is null
    union all
    select 'refunds settled another way without a voucher or a member of staff', cast(r.refund_id as text)
      from refund r
     where r.payment_id is not null and r.method <> 'provider' and (r.voucher is null or r.paid_out_by is null)
    union all
    select 'shifts whose drawer does not add up', cast(s.shift_id as text)
      from desk_shift s
     where s.counted_at is not null
       and s.expected_paise <> s.opening_paise
             + (select coalesce(sum(d.amount_paise - d.round_off_paise), 0)
                  from desk_payment d
                 where d.shift_id = s.shift_id and d.tender = 'cash')
             - (select coalesce(sum(d.amount_paise - d.round_off_paise), 0)
                  from desk_payment d
                 where d.void_shift_id = s.shift_id and d.tender = 'cash')
             - (select coalesce(sum(r.amount_paise + r.round_up_paise), 0)
                  from refund r
                 where r.shift_id = s.shift_id and r.method = 'cash')
             + (select coalesce(sum(m.amount_paise), 0) from cash_movement m where m.shift_id = s.shift_id)
    union all
    select 'shifts that do not begin with the count before them', cast(s.shift_id as text)
      from desk_shift s
      join desk_shift earlier on earlier.shift_id = s.after_shift
     where earlier.counted_at is null or s.opening_paise <> earlier.counted_paise or s.venue_id <> earlier.venue_id
    union all
    select 'cash that was in a count before it was taken or at another venue', cast(cash.offline_payment_id as text)
      from offline_payment cash
      join desk_shift s on s.shift_id = cash.counted_shift
     where s.counted_at is null or s.counted_at < cash.taken_at or s.venue_id <> cash.venue_id
    union all
    select 'ledger entries that do not sum to zero', entry
      from ledger_posting
     group by entry
    having sum(amount_paise) <> 0
  ) broken
 group by rule
 order by rule
