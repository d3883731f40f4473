-- Audit::list_subjects_of_player: the newest orders of a player.
select order_number from orders where customer_id = $1 order by created_at desc limit $2
