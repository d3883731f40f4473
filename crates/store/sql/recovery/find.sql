-- Recoveries::has_begun: whether a recovery since $1 began before.
select count(*) as count
  from recovery
 where since = $1
