-- Brands::put: an import replaces the brand. No row changed: the desk manages it.
insert into brand (brand_id, document, updated_at) values (1, $1, $2)
on conflict (brand_id) do update
   set document = excluded.document, updated_at = excluded.updated_at, version = brand.version + 1
 where brand.managed_by = 'file'
