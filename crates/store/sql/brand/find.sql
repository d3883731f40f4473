-- Brands::find: the operator's name, colours, texts and links.
select document from brand where brand_id = 1
