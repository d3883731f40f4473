-- Brands::take_turn: an import, after the turns of its venues: a change at the desk comes before it or after it.
update brand
   set managed_by = managed_by
 where brand_id = 1
