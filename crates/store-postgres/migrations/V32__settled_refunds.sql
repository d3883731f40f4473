-- Refunds of the provider that failed: what it said, how staff settled them another way, and whether it sent them after all.

-- Programs from before cannot read the notices of a refund that failed.
insert into required_version (version) values (32);

alter table refund add column fault text;              -- what was in the way of the last step, in the provider's words; null: nothing
alter table refund add column reference text;          -- settled another way: the reference of the UPI payment or of the transfer
alter table refund add column note text;               -- settled another way: what staff noted
alter table refund add column voucher text;            -- settled another way: the data of its voucher, JSON, as printed
alter table refund add column sent_after_all text;     -- settled another way, and sent by the provider all the same: its id there
alter table refund add column sent_after_all_at bigint; -- when that was found
alter table refund add column explanation text;        -- how staff cleared that up
alter table refund add column explained_by bigint;
alter table refund add column explained_at bigint;

-- A refund of the provider that was settled another way keeps its payment; only what is paid out can have gone another way.
alter table refund drop constraint refund_check;
alter table refund add constraint refund_check check (payment_id is not null or method <> 'provider');
alter table refund add constraint refund_settled check (payment_id is null or method = 'provider' or status = 'processed');

-- The queue of refunds: those that are not done, those that went back twice, and those that are done.
create index refund_open on refund (status, approved_at, refund_id) where status <> 'processed';
create index refund_twice on refund (approved_at, refund_id) where sent_after_all is not null and explained_at is null;
create index refund_done on refund (ended_at, refund_id) where status = 'processed';

alter table outbox drop constraint outbox_notice_check;
alter table outbox add constraint outbox_notice_check check (notice in (
  'confirmed', 'moved', 'reminder', 'cancelled', 'court_closed', 'closure_offer', 'refund_issued', 'refund_done', 'refund_failed', 'refund_settled',
  'password_changed'));
