-- The court a player had held, where late money found it gone and booked another. Null: the court is the one that was held.

alter table orders add column moved_from_court_id integer references court (court_id);
