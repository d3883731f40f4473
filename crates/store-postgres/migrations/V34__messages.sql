-- Messages as the desk sees them: why one was not sent, what was sent, and who had it sent again.

alter table outbox add column drop_reason text;                      -- why it was dropped
alter table outbox add column failure     text;                      -- what was answered to the last try, if it failed
alter table outbox add column resends     bigint not null default 0; -- how often staff had it sent again
alter table outbox add column resent_at   bigint;                   -- when staff had it sent again last, and who
alter table outbox add column resent_by   bigint;
create index outbox_by_creation on outbox (created_at);
create index outbox_by_customer on outbox (customer_id);

-- What a provider accepted, word by word: one row each time that a message was sent. It goes with its message.
create table message_copy (
  message_key      text    not null references outbox (message_key) on delete cascade,
  sent_at          bigint not null,
  sent_to          text    not null,             -- the phone number or mail address
  subject          text,                         -- of a mail
  body             text    not null,             -- the text message, or the plain text of the mail
  provider         text,                         -- of a text message
  provider_message text,                         -- its id there
  primary key (message_key, sent_at)
);
