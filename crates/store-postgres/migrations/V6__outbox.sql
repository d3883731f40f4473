-- What players are to be told. Written by the unit of work that makes it true, sent by a job after the commit, and by one
-- node at a time.

create table outbox (
  message_key  text    primary key,               -- says what it is: the same thing is never told twice
  notice       text    not null check (notice in ('confirmed', 'reminder', 'cancelled', 'court_closed',
                                                  'refund_issued', 'refund_done', 'password_changed')),
  channel      text    not null check (channel in ('text', 'mail')),
  customer_id  bigint not null references customer (customer_id),
  order_number bigint,                           -- null: about the account
  amount_paise bigint,                           -- what goes back
  tries        bigint not null,
  next_try_at  bigint,                           -- when it is due, or until when somebody is sending it; null: over
  outcome      text    check (outcome in ('sent', 'dropped', 'dead')),
  created_at   bigint not null,
  ended_at     bigint,
  check ((next_try_at is null) = (outcome is not null)),
  check ((outcome is null) = (ended_at is null))
);
create index outbox_to_do on outbox (next_try_at) where next_try_at is not null;
create index outbox_by_age on outbox (ended_at) where ended_at is not null;
