-- Bookings that the desk makes.

-- Programs from before cannot read a customer without a mail address.
insert into required_version (version) values (23);

-- A player whom the desk booked for without an account: `desk`. Registering the phone number later makes it an account: `app`.
alter table customer add column origin text not null default 'app' check (origin = 'app' or origin = 'desk');

-- The claim of a desk hold, by the hold's id.
create index slot_claim_by_desk_hold on slot_claim (block_id) where block_id is not null and held_until is not null;

-- Desk holds that ended, to be removed.
create index court_block_desk_holds on court_block (created_at) where kind = 'desk_hold';

-- The bookings that a closure cancelled. Without it, removing a row of `court_block` reads all orders for the foreign key.
create index orders_by_block on orders (block_id) where block_id is not null;
