-- VenueDays::forget_names: the report of a closed day without the names of its debtors. No row changed: it has none.
update venue_day
   set facts = $3, digest_now = $4, has_names = 0
 where venue_id = $1 and day = $2 and has_names = 1
