-- Pins::list_people: the members of staff who work at a venue, may sign in and have a PIN.
select staff.staff_id, staff.full_name
  from staff_pin
  join staff on staff.staff_id = staff_pin.staff_id
 where staff.active = 1
   and (staff.role = 'owner'
        or exists (select 1 from staff_venue v where v.staff_id = staff.staff_id and v.venue_id = $1))
 order by staff.staff_id
