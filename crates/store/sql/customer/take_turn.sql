-- Customers::take_turn, Combined::confirm_at_court: first in each unit of work that counts something of this customer. Such
-- units of one customer then run one after another, because the row stays locked until the unit ends.
update customer
   set turn = turn + 1
 where customer_id = $1
