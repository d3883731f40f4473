-- Recoveries::list_without_gap: the recoveries that have skipped no numbers of the series $1, the oldest backup first.
select r.since, r.begun_at
  from recovery r
 where not exists (select 1 from receipt_gap g where g.series = $1 and g.since = r.since)
 order by r.since
