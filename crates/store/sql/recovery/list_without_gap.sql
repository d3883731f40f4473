-- Recoveries::list_without_gap: the recoveries that have skipped no numbers of the series $1, the oldest backup first.
select since, begun_at
  from recovery
 where not exists (select 1 from receipt_gap where receipt_gap.series = $1 and receipt_gap.since = recovery.since)
 order by since
