-- A receipt of a desk can be replaced by one that is made out to a firm: a credit note over all of it, and the next edition. Documents
-- themselves never change.
alter table receipt add column edition integer not null default 1; -- of the receipts of a bill, from 1; of a credit note: which of them it reduces
drop index receipt_of_bill;
-- INVARIANT: a bill has one receipt of each edition, and an edition is replaced once (suite `firm_invoices`).
create unique index receipt_of_bill on receipt (bill_id, edition) where kind = 'receipt';
create unique index receipt_replaced on receipt (bill_id, edition) where reason = 'reissued';
pragma writable_schema = on;
update sqlite_schema
   set sql = replace(sql, 'refund_id is null and voided_payment is null)',
         'refund_id is null and voided_payment is null and (reason is null or reason <> ''reissued''))')
 where type = 'table' and name = 'receipt';
pragma writable_schema = reset;

-- Other connections read the schema again when its number changes, as every new table does.
create table schema_has_changed (changed integer) strict;
drop table schema_has_changed;
