-- Outbox::withdraw: a message is not sent after all. No row changed: it has an outcome already, or there is no such message on
-- this channel.
delete from outbox where message_key = $1 and outcome is null
