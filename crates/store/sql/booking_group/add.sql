-- ImportedBookings::add_group: orders that were made together.
insert into booking_group (kind, venue_id, customer_id, label, created_at) values ('group', $1, $2, $3, $4)
returning group_id
