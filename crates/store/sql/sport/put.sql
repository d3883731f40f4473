-- Imports::put_sport: a new sport, or a new name for one.
insert into sport (sport_id, name) values ($1, $2)
on conflict (sport_id) do update set name = excluded.name
