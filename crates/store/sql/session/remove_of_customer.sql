-- Sessions::remove_of_customer: a reset signs the player out everywhere.
delete from session
 where customer_id = $1
