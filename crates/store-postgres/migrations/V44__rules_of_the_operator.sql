-- The brand has the operator's own rules of bookings, refunds and receipts, and its own texts of messages.

-- Programs from before could not read a brand with these fields.
insert into required_version (version) values (44);
