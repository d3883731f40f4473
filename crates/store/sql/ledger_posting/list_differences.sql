-- Ledger::list_differences: where the sums of the ledger differ from orders, payments and refunds; there must be none.
-- What players owe is the rest of each entry, so it is right if the others are and every entry sums to zero. What is
-- kept of a cancelled booking that was paid at the desk is in the ledger alone.
select order_number, account, cast(sum(ledger_paise) as bigint) as ledger_paise,
       cast(sum(table_paise) as bigint) as table_paise
  from (
    select order_number, account, amount_paise as ledger_paise, 0 as table_paise
      from ledger_posting where account <> 'players'
    union all
    select order_number, 'bookings', 0, -price_paise
      from orders where status in ('confirmed', 'no_show', 'completed')
    union all
    select order_number, 'coupons', 0, discount_paise
      from orders where status in ('confirmed', 'no_show', 'completed')
    union all
    select order_number, 'desk', 0, paid_paise
      from orders where payment_method = 'court'
    union all
    select o.order_number, 'charges', 0, coalesce(r.amount_paise, 0) - p.amount_paise
      from orders o
      join payment p on p.order_number = o.order_number and p.outcome = 'confirmed'
      left join refund r on r.payment_id = p.payment_id
     where o.status in ('cancel_requested', 'cancelled')
    union all
    select l.order_number, 'charges', 0, l.amount_paise
      from ledger_posting l
      join orders o on o.order_number = l.order_number
     where l.account = 'charges' and o.payment_method = 'court' and o.paid_paise > 0
    union all
    select order_number, 'provider', 0, amount_paise
      from payment where outcome is not null
    union all
    select p.order_number, 'provider', 0, coalesce(r.amount_paise, 0) - p.amount_paise
      from payment p
      left join refund r on r.payment_id = p.payment_id
     where p.outcome in ('refund', 'returned')
    union all
    select order_number, 'fees', 0, fee_paise
      from payment where status in ('captured', 'refunded')
    union all
    select order_number, 'provider', 0, -fee_paise
      from payment where status in ('captured', 'refunded')
    union all
    select order_number, 'provider', 0, -amount_paise
      from refund where status in ('issued', 'processed')
    union all
    select order_number, 'refunds_owed', 0, -amount_paise
      from refund where status in ('approved', 'failed')
  ) sums
 group by order_number, account
having sum(ledger_paise) <> sum(table_paise)
 order by order_number, account
 limit $1
