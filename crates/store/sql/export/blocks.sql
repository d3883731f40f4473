-- PlayerExports::read: the block of the account.
select reason, last_day, at as decided_at from player_block where customer_id = $1
