-- An offer to a player whose court was closed. Read by `offer` in closure_offers.rs.
offer.order_number, offer.block_id, offer.customer_id, offer.state, offer.open_until, offer.created_at,
       offer.answered_at, offer.answered_by, offer.new_order, offer.called_at, offer.called_by
