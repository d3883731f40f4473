-- Bills::void: the payer is not asked any more. No row changed: it is settled or void.
update bill
   set state = 'void'
 where bill_id = $1 and state = 'open'
