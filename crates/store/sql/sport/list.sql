-- Imports::known: what is played here.
select sport_id, name
  from sport
 order by sport_id
