-- Payouts::compare_again: the result of comparing a line again. No row changed: it was explained or compared meanwhile.
update payout_line
   set state = $2, expected_paise = $3, order_number = $4
 where entity_id = $1 and state = $5 and explained_at is null
