-- Brands::set_manager: a publication at the desk, or an import that takes over. $3 is the document if there is no brand yet.
insert into brand (brand_id, document, updated_at, managed_by, version) values (1, $3, $2, $1, 0)
on conflict (brand_id) do update set managed_by = excluded.managed_by
