-- Payouts::add: removes a payout that has no line, because the lines that name it were counted in other payouts before.
delete from payout
 where payout_id = $1 and lines = 0
