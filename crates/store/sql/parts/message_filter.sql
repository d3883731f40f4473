-- The filters of a list of messages and its order: from $1 to $2, after the message with the key $3 written at $2, at the venues
-- $4 (`,1,3,`; all if it is empty), of the state $5 and the channel $6 (any if empty), at most $7. The notices $8 and channels $9 are
-- those that this program knows (`,confirmed,moved,`): one that a newer program wrote hides no other.
m.created_at >= $1 and m.created_at <= $2 and (m.created_at < $2 or m.message_key < $3)
   and ($4 = '' or $4 like '%,' || cast(o.venue_id as text) || ',%')
   and ($5 = '' or coalesce(m.outcome, 'waiting') = $5)
   and ($6 = '' or m.channel = $6)
   and $8 like '%,' || m.notice || ',%' and $9 like '%,' || m.channel || ',%'
 order by m.created_at desc, m.message_key desc
 limit $7
