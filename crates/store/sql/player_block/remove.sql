-- PlayerBlocks::remove, PlayerErasures::erase: ends the block of this customer.
delete from player_block where customer_id = $1
