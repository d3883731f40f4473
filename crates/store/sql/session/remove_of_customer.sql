-- Sessions::remove_of_customer: a password reset ends all sessions.
delete from session
 where customer_id = $1
