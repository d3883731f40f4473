-- Outbox::sweep: housekeeping in batches of at most $2; removes messages that ended by $1.
delete from outbox
 where message_key in (select message_key from outbox where ended_at <= $1 limit $2)
