-- Brands::find_manager: who writes venues, prices and hours.
select managed_by from brand where brand_id = 1
