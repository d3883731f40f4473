-- Payouts::find: one payout.
select {payout_columns}
  from payout
 where payout.payout_id = $1
