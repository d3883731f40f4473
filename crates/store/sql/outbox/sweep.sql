-- Outbox::sweep: housekeeping, so many rows a time; what ended long ago is not told again by anything.
delete from outbox
 where message_key in (select message_key from outbox where ended_at <= $1 limit $2)
