-- Games that were missed before the data of a number were erased can be forgiven like other missed games. Only adds; the program before still counts
-- those that are forgiven.

alter table former_strike add column forgiven_at integer; -- null: it counts
alter table former_strike add column forgiven_by integer; -- the member of staff
alter table former_strike add column forgiven_because text; -- why; null once the account that was forgiven is erased as well
