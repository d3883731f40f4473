-- BookingGroups::add: a group that a member of staff makes.
insert into booking_group (kind, venue_id, customer_id, label, created_by, created_at) values ($1, $2, $3, $4, $5, $6)
returning group_id
