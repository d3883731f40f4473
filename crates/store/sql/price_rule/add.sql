-- Imports::replace_prices: one rule, with an id above those of all others: of two equally specific rules the one read later applies.
insert into price_rule (price_rule_id, venue_id, court_id, on_day, weekdays, from_minute, until_minute, price_paise, valid_from,
                        valid_to, is_sold)
select coalesce(max(price_rule_id), 0) + 1, cast($1 as bigint), cast($2 as bigint), cast($3 as text), cast($4 as bigint),
       cast($5 as bigint), cast($6 as bigint), cast($7 as bigint), cast($8 as text), cast($9 as text), cast($10 as bigint)
  from price_rule
