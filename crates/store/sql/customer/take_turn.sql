-- Customers::take_turn, Combined::confirm_at_court: units of work that take the turn of one customer run one after another, because
-- the row stays locked until the unit ends.
update customer
   set turn = turn + 1
 where customer_id = $1
