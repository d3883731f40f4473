-- Brands::change_at_desk: the first brand. No row changed: one is stored already.
insert into brand (brand_id, document, updated_at, managed_by, version) values (1, $1, $2, 'console', 1)
on conflict (brand_id) do nothing
