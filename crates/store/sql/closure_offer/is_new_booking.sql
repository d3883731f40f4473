-- ClosureOffers::is_new_booking: whether a booking took the place of one whose court was closed.
select 1 as found from closure_offer where new_order = $1
