-- Payouts::add: adds new lines to the sums of their payout.
update payout
   set lines = lines + $2, credit_paise = credit_paise + $3, debit_paise = debit_paise + $4, fee_paise = fee_paise + $5,
       tax_paise = tax_paise + $6
 where payout_id = $1
