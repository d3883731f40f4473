-- Coupons at the desk: who manages one, what staff note about it, and that it was stopped.

alter table coupon add column managed_by text not null default 'file' check (managed_by = 'file' or managed_by = 'desk');
alter table coupon add column version bigint not null default 0;
alter table coupon add column note text;               -- what it is for, as staff wrote it
alter table coupon add column made_at bigint;         -- null: it came from the operator's file
alter table coupon add column made_by bigint;
alter table coupon add column stopped_at bigint check (stopped_at is null or active = 0); -- for good
alter table coupon add column stopped_by bigint;
alter table coupon add column stop_reason text;

-- The bookings with a coupon, the latest last.
create index orders_by_coupon on orders (coupon_id, confirmed_at, order_number) where coupon_id is not null;
