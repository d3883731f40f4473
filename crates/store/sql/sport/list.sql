-- Imports::read_operator_data: the sports.
select sport_id, name
  from sport
 order by sport_id
