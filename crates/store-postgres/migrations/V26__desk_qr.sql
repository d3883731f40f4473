-- QR codes of the payment provider at the desk.

-- A code by which a player pays a bill at the counter. Its request for payment is a row of `provider_order`, whose id at the provider
-- is the code's. The payer may pay until the provider has closed it; a payment that comes later is still looked at.
-- INVARIANT: open while its bill is open, paid when its payment settled the bill, else closed (suite `invariants`).
create table desk_qr (
  bill_id       bigint primary key references bill (bill_id),
  venue_id      bigint not null references venue (venue_id),
  staff_id      bigint not null,                 -- who asked for it
  content       text,                             -- what the code holds; null: the provider has not replied, or shows an image only
  image_url     text,                             -- where the provider shows it as an image
  closes_at     bigint not null,                 -- the provider closes it by itself then
  state         text    not null check (state = 'open' or state = 'paid' or state = 'closed'),
  ended_at      bigint,                          -- when it was paid or closed
  next_close_at bigint,                          -- when the provider is asked to close it; null: it is closed there
  failed_closes bigint not null default 0,       -- in a row
  check ((state = 'open') = (ended_at is null))
);
create index desk_qr_to_close on desk_qr (next_close_at) where next_close_at is not null;
