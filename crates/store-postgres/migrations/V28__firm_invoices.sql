-- A receipt of a desk can be replaced by one that is made out to a firm: a credit note over all of it, and the next edition. Documents
-- themselves never change.
alter table receipt add column edition bigint not null default 1; -- of the receipts of a bill, from 1; of a credit note: which of them it reduces
drop index receipt_of_bill;
-- INVARIANT: a bill has one receipt of each edition, and an edition is replaced once (suite `firm_invoices`).
create unique index receipt_of_bill on receipt (bill_id, edition) where kind = 'receipt';
create unique index receipt_replaced on receipt (bill_id, edition) where reason = 'reissued';
alter table receipt drop constraint receipt_check1;
alter table receipt add check (
  (refund_id is null and voided_payment is null and (reason is null or reason <> 'reissued')) = (kind = 'receipt'));
