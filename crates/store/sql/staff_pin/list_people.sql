-- Pins::list_people: who works at a venue, may sign in and has a PIN.
select p.staff_id, p.full_name
  from staff_pin n
  join staff p on p.staff_id = n.staff_id
 where p.active = 1
   and (p.role = 'owner' or exists (select 1 from staff_venue v where v.staff_id = p.staff_id and v.venue_id = $1))
 order by p.full_name, p.staff_id
