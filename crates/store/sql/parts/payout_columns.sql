-- A payout, with how many of its lines need an explanation. Read by `payout` in payouts.rs.
payout.payout_id, payout.utr, payout.settled_at, payout.lines, payout.credit_paise, payout.debit_paise, payout.fee_paise,
       payout.tax_paise,
       (select count(*)
          from payout_line line
         where line.payout_id = payout.payout_id and line.state <> 'matched' and line.explained_at is null) as open
