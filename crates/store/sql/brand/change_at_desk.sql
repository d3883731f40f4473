-- Brands::change_at_desk: replaces the version $3, which the caller saw; the desk manages the brand from now on. No
-- row changed: it has another version, or there is no brand yet.
update brand
   set document = $1, updated_at = $2, managed_by = 'console', version = version + 1
 where brand_id = 1 and version = $3
