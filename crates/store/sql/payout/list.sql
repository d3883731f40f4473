-- Payouts::list: the latest $3 payouts before the time ($1) and id ($2).
select {payout_columns}
  from payout
 where (payout.settled_at, payout.payout_id) < (cast($1 as bigint), cast($2 as text))
 order by payout.settled_at desc, payout.payout_id desc
 limit $3
