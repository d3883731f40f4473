-- Audit::count_of_day: how many entries a UTC day $1 has, of the member of staff $2 (0: any), at the venues $3
-- (",1,3,"; all if it is empty).
select count(*) as entries
  from audit_entry
 where day = $1 and ($2 = 0 or staff_id = $2)
   and ($3 = '' or $3 like '%,' || cast(venue_id as text) || ',%')
