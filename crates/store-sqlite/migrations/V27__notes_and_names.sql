-- Notes about players and bookings, and the words of names for the search at the desk.

create table player_note (
  note_id      integer primary key,
  customer_id  integer not null references customer (customer_id),
  order_number integer references orders (order_number), -- null: it is about the player at every game
  note         text    not null,
  staff_id     integer not null,                 -- who wrote it
  at           integer not null,
  removed_at   integer,
  removed_by   integer,
  check ((removed_at is null) = (removed_by is null))
) strict;
create index player_note_by_customer on player_note (customer_id) where removed_at is null;
-- Without it, removing a row of `orders` reads all notes for the foreign key.
create index player_note_by_order on player_note (order_number) where order_number is not null;

-- The words of a customer's name as `name_words` of the domain writes them: lower case, no accents.
create table customer_word (
  word         text not null,
  customer_id  integer not null references customer (customer_id) on delete cascade,
  primary key (word, customer_id)
) strict, without rowid;
create index customer_word_by_customer on customer_word (customer_id);

-- The name that the rows of `customer_word` are of; null: there are none yet. A job writes them for rows of programs from before.
alter table customer add column searched_name text;
create index customer_words_to_write on customer (customer_id) where coalesce(searched_name, '') <> full_name;
