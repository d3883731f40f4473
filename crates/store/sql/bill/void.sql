-- Bills::void: the payment is not requested any more. No row changed: it is settled or void.
update bill
   set state = 'void'
 where bill_id = $1 and state = 'open'
