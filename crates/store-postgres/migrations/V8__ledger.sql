-- The ledger: what happened to money, in double entry. Lines are added by the unit of work that makes them true and never
-- changed. The lines of one entry sum to nothing; the sums of the accounts equal the tables (`sideout doctor` compares them).

-- No list of accounts and events here: the next one must not need a new table.
create table ledger_posting (
  entry        text    not null,                  -- what happened to what: the same thing is recorded once
  account      text    not null,
  event        text    not null,
  order_number bigint  not null references orders (order_number),
  payment_id   text,                              -- null: the booking itself
  amount_paise bigint  not null check (amount_paise <> 0), -- debit above nothing, credit below
  happened_at  bigint  not null,
  primary key (entry, account)
);
create index ledger_posting_by_time on ledger_posting (happened_at, entry, account);

-- What had happened before there was a ledger, at the moments it happened: written from the tables, so that the sums are
-- equal from the first day.
insert into ledger_posting (entry, account, event, order_number, payment_id, amount_paise, happened_at)
select entry, account, event, order_number, payment_id, amount_paise, happened_at
  from (
    select 'booked.' || order_number as entry, 'players' as account, 'booked' as event, order_number,
           cast(null as text) as payment_id, price_paise - discount_paise as amount_paise, confirmed_at as happened_at
      from orders where confirmed_at is not null
    union all
    select 'booked.' || order_number, 'coupons', 'booked', order_number, null, discount_paise, confirmed_at
      from orders where confirmed_at is not null
    union all
    select 'booked.' || order_number, 'bookings', 'booked', order_number, null, -price_paise, confirmed_at
      from orders where confirmed_at is not null
    union all
    select 'paid_at_desk.' || order_number, 'desk', 'paid_at_desk', order_number, null, paid_paise, confirmed_at
      from orders where payment_method = 'court'
    union all
    select 'paid_at_desk.' || order_number, 'players', 'paid_at_desk', order_number, null, -paid_paise, confirmed_at
      from orders where payment_method = 'court'
    union all
    select 'cancelled.' || order_number, 'bookings', 'cancelled', order_number, null, price_paise, cancelled_at
      from orders where cancelled_at is not null
    union all
    select 'cancelled.' || order_number, 'coupons', 'cancelled', order_number, null, -discount_paise, cancelled_at
      from orders where cancelled_at is not null
    union all
    select 'cancelled.' || order_number, 'charges', 'cancelled', order_number, null, -charge_paise, cancelled_at
      from (select o.order_number, o.cancelled_at,
                   o.paid_paise - coalesce((select r.amount_paise from refund r join payment p on p.payment_id = r.payment_id
                                             where p.order_number = o.order_number and p.outcome = 'confirmed'), 0)
                   as charge_paise
              from orders o where o.cancelled_at is not null and o.payment_method = 'online') kept
    union all
    select 'cancelled.' || order_number, 'players', 'cancelled', order_number, null,
           charge_paise - (price_paise - discount_paise), cancelled_at
      from (select o.order_number, o.cancelled_at, o.price_paise, o.discount_paise,
                   case when o.payment_method = 'online' then
                     o.paid_paise - coalesce((select r.amount_paise from refund r join payment p on p.payment_id = r.payment_id
                                               where p.order_number = o.order_number and p.outcome = 'confirmed'), 0)
                   else 0 end as charge_paise
              from orders o where o.cancelled_at is not null) kept
    union all
    select 'paid.' || payment_id, 'provider', 'paid', order_number, payment_id, amount_paise, settled_at
      from payment where settled_at is not null
    union all
    select 'paid.' || payment_id, 'players', 'paid', order_number, payment_id, -amount_paise, settled_at
      from payment where settled_at is not null
    union all
    select 'fee_kept.' || payment_id, 'fees', 'fee_kept', order_number, payment_id, fee_paise, settled_at
      from payment where settled_at is not null
    union all
    select 'fee_kept.' || payment_id, 'provider', 'fee_kept', order_number, payment_id, -fee_paise, settled_at
      from payment where settled_at is not null
    union all
    select 'returned.' || payment_id, 'players', 'returned', order_number, payment_id, returned_paise, settled_at
      from (select p.payment_id, p.order_number, p.settled_at,
                   p.amount_paise - coalesce((select r.amount_paise from refund r where r.payment_id = p.payment_id), 0)
                   as returned_paise
              from payment p where p.outcome in ('refund', 'returned')) gone
    union all
    select 'returned.' || payment_id, 'provider', 'returned', order_number, payment_id, -returned_paise, settled_at
      from (select p.payment_id, p.order_number, p.settled_at,
                   p.amount_paise - coalesce((select r.amount_paise from refund r where r.payment_id = p.payment_id), 0)
                   as returned_paise
              from payment p where p.outcome in ('refund', 'returned')) gone
    union all
    select 'refund_approved.' || payment_id, 'players', 'refund_approved', order_number, payment_id, amount_paise, approved_at
      from refund
    union all
    select 'refund_approved.' || payment_id, 'refunds_owed', 'refund_approved', order_number, payment_id, -amount_paise,
           approved_at
      from refund
    union all
    select 'refund_issued.' || payment_id || '.' || attempt, 'refunds_owed', 'refund_issued', order_number, payment_id,
           amount_paise, coalesce(issued_at, ended_at, approved_at)
      from refund where status in ('issued', 'processed')
    union all
    select 'refund_issued.' || payment_id || '.' || attempt, 'provider', 'refund_issued', order_number, payment_id,
           -amount_paise, coalesce(issued_at, ended_at, approved_at)
      from refund where status in ('issued', 'processed')
  ) past
 where amount_paise <> 0;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_posting_stays before update or delete on ledger_posting
  for each row execute function refuse_change();
create trigger ledger_posting_is_kept before truncate on ledger_posting
  for each statement execute function refuse_change();
