-- Brands::find_stored: the document of the brand, its version and who manages it.
select document, version, managed_by from brand where brand_id = 1
