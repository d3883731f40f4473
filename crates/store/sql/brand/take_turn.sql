-- Brands::take_turn: for an import, after the turns of its venues: a change at the desk is committed before it or
-- waits for it.
update brand
   set managed_by = managed_by
 where brand_id = 1
