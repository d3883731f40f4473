-- Messages::send_again: a message whose sending has ended is sent once more: at $2, or $5 milliseconds after it
-- ended if that is later. The member of staff $3 requested it. No row changed: it waits to be sent, was sent again after $4, or
-- was removed.
update outbox
   set next_try_at = case when ended_at + $5 > $2 then ended_at + $5 else $2 end,
       tries = 0, outcome = null, ended_at = null, drop_reason = null, failure = null,
       resends = resends + 1, resent_at = $2, resent_by = $3
 where message_key = $1 and outcome is not null and (resent_at is null or resent_at <= $4)
