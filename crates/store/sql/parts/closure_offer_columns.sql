-- An offer to a player whose court was closed. Read by `offer` in closure_offers.rs.
f.order_number, f.block_id, f.customer_id, f.state, f.open_until, f.created_at, f.answered_at, f.answered_by, f.new_order,
       f.called_at, f.called_by
