-- Two accounts of one player become one, and an account whose data were erased becomes a number. Only adds, so the program before still
-- runs on the result.

alter table customer add column merged_into bigint references customer (customer_id); -- the account that is kept; null: this one
alter table customer add column merged_at   bigint;
alter table customer add column erased_at   bigint;     -- null: not erased
create index customer_by_kept on customer (merged_into) where merged_into is not null;

-- What a processed event said is not read again, and it may name the payer.
update webhook_event set body = ''::bytea where next_try_at is null;

-- All notes of a player, removed ones as well: they move with a merge, are exported, and go with an erasure.
create index player_note_all_by_customer on player_note (customer_id);

-- The uses of coupons of one player, whose key begins with the coupon.
create index coupon_use_by_customer on coupon_use (customer_id);
