-- Refunds of the provider that failed: what it said, how staff settled them another way, and whether it sent them after all.

-- Programs from before cannot read the notices of a refund that failed.
insert into required_version (version) values (32);

alter table refund add column fault text;              -- what was in the way of the last step, in the provider's words; null: nothing
alter table refund add column reference text;          -- settled another way: the reference of the UPI payment or of the transfer
alter table refund add column note text;               -- settled another way: what staff noted
alter table refund add column voucher text;            -- settled another way: the data of its voucher, JSON, as printed
alter table refund add column sent_after_all text;     -- settled another way, and sent by the provider all the same: its id there
alter table refund add column sent_after_all_at integer; -- when that was found
alter table refund add column explanation text;        -- how staff cleared that up
alter table refund add column explained_by integer;
alter table refund add column explained_at integer;

-- The queue of refunds: those that are not done, those that went back twice, and those that are done.
create index refund_open on refund (status, approved_at, refund_id) where status <> 'processed';
create index refund_twice on refund (approved_at, refund_id) where sent_after_all is not null and explained_at is null;
create index refund_done on refund (ended_at, refund_id) where status = 'processed';

-- A refund of the provider that was settled another way keeps its payment; only what is paid out can have gone another way.
pragma writable_schema = on;
update sqlite_schema
   set sql = replace(sql, 'check ((method = ''provider'') = (payment_id is not null))',
         'check (payment_id is not null or method <> ''provider''),
  check (payment_id is null or method = ''provider'' or status = ''processed'')')
 where type = 'table' and name = 'refund';
update sqlite_schema
   set sql = replace(sql, 'notice = ''refund_done'' or',
         'notice = ''refund_done'' or notice = ''refund_failed'' or notice = ''refund_settled'' or')
 where type = 'table' and name = 'outbox';
pragma writable_schema = reset;

-- Other connections read the schema again when its number changes, as every new table does.
create table schema_has_changed (changed integer) strict;
drop table schema_has_changed;
