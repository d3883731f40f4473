-- Where the counts inside a hold and a confirmation look. Each index holds only the rows that can count, so that a
-- customer's hundredth booking costs what the first one did (suite `plans`).

create index orders_open_unpaid on orders (customer_id, starts_at)
 where status = 'confirmed' and payment_method = 'court' and paid_paise = 0;
create index orders_no_shows on orders (customer_id) where status = 'no_show';
create index orders_lapsed on orders (customer_id, court_id, starts_at, created_at) where status = 'expired';
