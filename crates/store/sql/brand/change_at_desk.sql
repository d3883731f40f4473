-- Brands::change_at_desk: the desk replaces the version that its writer saw, and manages the brand from now on.
update brand
   set document = $1, updated_at = $2, managed_by = 'console', version = version + 1
 where brand_id = 1 and version = $3
