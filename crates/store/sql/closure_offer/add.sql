-- ClosureOffers::add: the player of a booking whose court was closed may choose. A booking is displaced at most once, so it has one offer.
insert into closure_offer (order_number, block_id, customer_id, state, open_until, created_at)
values ($1, $2, $3, 'open', $4, $5)
