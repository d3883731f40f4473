-- FormerStandings::sweep: housekeeping in batches, for strikes that no longer count.
delete from former_strike
 where (phone_hash, missed_at, place) in (select phone_hash, missed_at, place
                                            from former_strike
                                           where kept_until <= $1
                                           order by kept_until
                                           limit $2)
