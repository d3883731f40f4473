-- Shifts::list_counts_since: the first counts of the drawer of a venue ($1) at $2 or later. Each began a shift. The first shift
-- of a venue was opened by a count of its keeper.
select begun.shift_id, begun.opened_at, begun.after_shift, coalesce(earlier.counted_by, begun.kept_by) as counted_by
  from desk_shift begun
  left join desk_shift earlier on earlier.shift_id = begun.after_shift
 where begun.venue_id = $1 and begun.opened_at >= $2
 order by begun.opened_at, begun.shift_id
 limit $3
