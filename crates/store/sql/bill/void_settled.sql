-- Bills::void_settled: the desk payment that settled it was a mistake. No row changed: it is not settled at a desk.
update bill
   set state = 'void', settled_at = null
 where bill_id = $1 and state = 'settled' and method = 'desk'
