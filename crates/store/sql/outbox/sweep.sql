-- Outbox::sweep: housekeeping in batches; messages that ended long ago are not sent again.
delete from outbox
 where message_key in (select message_key from outbox where ended_at <= $1 limit $2)
