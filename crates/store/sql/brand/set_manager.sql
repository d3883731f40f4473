-- Brands::set_manager: who manages brand, venues, hours and prices from now on. $3 is the document if no brand is stored
-- yet.
insert into brand (brand_id, document, updated_at, managed_by, version) values (1, $3, $2, $1, 0)
on conflict (brand_id) do update set managed_by = excluded.managed_by
