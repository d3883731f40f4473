-- Ledger::list_differences: where the sums of the ledger differ from orders, bills, payments at the provider and at desks,
-- refunds and payouts; there must be none. Bookings, coupons, charges and what was imported as paid at the desk are compared
-- order by order, the rest bill by bill; money that was carried and lines of payouts that are not ours have no bill, so each
-- account has one sum of them. The account of what players owe is not compared: it is right if the other accounts are and every
-- entry sums to zero. While the player of a closed court chooses, nothing is kept of the booking. What is kept of a
-- cancelled booking that was imported as paid at the desk is in the ledger only, so it is not compared. What is left of a payment
-- that the provider had returned is in the ledger only as well, less than a rupee. SQLite sorts null first and PostgreSQL
-- last, so null is sorted as 0.
select order_number, bill_id, account, cast(sum(ledger_paise) as bigint) as ledger_paise,
       cast(sum(table_paise) as bigint) as table_paise
  from (
    select order_number, cast(null as bigint) as bill_id, account, amount_paise as ledger_paise, 0 as table_paise
      from ledger_posting where account in ('bookings', 'coupons', 'charges', 'desk')
    union all
    select cast(null as bigint), bill_id, account, amount_paise, 0
      from ledger_posting where account not in ('bookings', 'coupons', 'charges', 'desk', 'players')
    union all
    select order_number, null, 'bookings', 0, -price_paise
      from orders where status in ('confirmed', 'no_show', 'completed')
    union all
    select order_number, null, 'coupons', 0, discount_paise
      from orders where status in ('confirmed', 'no_show', 'completed')
    union all
    select line.order_number, null, 'desk', 0, line.amount_paise
      from bill
      join bill_line line on line.bill_id = bill.bill_id
     where bill.state = 'settled' and bill.method = 'desk'
       and not exists (select 1 from desk_payment d where d.bill_id = bill.bill_id)
    union all
    select o.order_number, null, 'charges', 0, o.returned_paise - o.paid_paise
      from orders o
     where o.status in ('cancel_requested', 'cancelled')
       and not exists (select 1 from closure_offer offer where offer.order_number = o.order_number and offer.state = 'open')
       and not exists (select 1
                         from bill_line line
                         join bill on bill.bill_id = line.bill_id
                        where line.order_number = o.order_number and bill.state = 'settled' and bill.method = 'desk'
                          and not exists (select 1 from desk_payment d where d.bill_id = bill.bill_id))
    union all
    select l.order_number, null, 'charges', 0, l.amount_paise
      from ledger_posting l
      join bill_line line on line.order_number = l.order_number
      join bill on bill.bill_id = line.bill_id and bill.state = 'settled' and bill.method = 'desk'
     where l.account = 'charges' and l.event <> 'returned'
       and not exists (select 1 from desk_payment d where d.bill_id = bill.bill_id)
    union all
    select order_number, null, 'charges', 0, amount_paise
      from ledger_posting
     where account = 'charges' and event = 'returned' and amount_paise > -100
    union all
    select null, bill_id, 'provider', 0, -amount_paise
      from ledger_posting
     where account = 'charges' and event = 'returned' and amount_paise > -100
    union all
    select null, bill_id, 'provider', 0, amount_paise
      from payment where outcome is not null
    union all
    select null, p.bill_id, 'provider', 0, p.refunded_paise - p.amount_paise
      from payment p
     where p.outcome in ('refund', 'returned')
    union all
    select null, bill_id, 'fees', 0, fee_paise
      from payment where status in ('captured', 'refunded')
    union all
    select null, bill_id, 'provider', 0, -fee_paise
      from payment where status in ('captured', 'refunded')
    union all
    select null, bill_id,
           case tender when 'cash' then 'desk_cash' when 'card' then 'desk_card' when 'bank' then 'desk_bank' else 'desk_upi' end,
           0, amount_paise - round_off_paise
      from desk_payment where voided_at is null
    union all
    select null, bill_id, 'allowances', 0, round_off_paise
      from desk_payment where voided_at is null
    union all
    select null, bill_id,
           case method when 'provider' then 'provider' when 'cash' then 'desk_cash' when 'card' then 'desk_card'
                when 'bank' then 'desk_bank' else 'desk_upi' end,
           0, -amount_paise - round_up_paise
      from refund where status in ('issued', 'processed')
    union all
    select null, bill_id, 'allowances', 0, round_up_paise
      from refund where status in ('issued', 'processed')
    union all
    select null, bill_id, 'refunds_owed', 0, -amount_paise
      from refund where status in ('approved', 'failed')
    union all
    select null, bill_id, 'provider', 0, -amount_paise
      from refund where sent_after_all is not null
    union all
    select null, bill_id, 'bank', 0, credit_paise - debit_paise
      from payout_line
    union all
    select null, bill_id, 'provider', 0, debit_paise - credit_paise
      from payout_line
  ) sums
 group by order_number, bill_id, account
having sum(ledger_paise) <> sum(table_paise)
 order by coalesce(order_number, 0), coalesce(bill_id, 0), account
 limit $1
