-- VenueDays::correct_outcome: a game of a closed day was played ($3 = 'completed') or missed ('no_show') after all. No row
-- changed: it has no outcome, or it was changed since its version $2 was read.
update orders
   set status = $3, version = version + 1
 where order_number = $1 and version = $2 and (status = 'completed' or status = 'no_show')
