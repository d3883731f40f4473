-- Brands::find: the operator's name, colours, texts and links, how often they changed and who writes them.
select document, version, managed_by from brand where brand_id = 1
