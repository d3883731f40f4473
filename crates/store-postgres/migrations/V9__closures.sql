-- Which closure ended a booking. Null: the player did, or nobody.

alter table orders add column block_id bigint references court_block (block_id);
