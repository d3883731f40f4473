-- Imports::put_court: adds a court or changes it; it is active from then on.
insert into court (court_id, venue_id, sport_id, number, name, court_type, active) values ($1, $2, $3, $4, $5, $6, 1)
on conflict (court_id) do update
   set sport_id = excluded.sport_id, number = excluded.number, name = excluded.name, court_type = excluded.court_type,
       active = 1
