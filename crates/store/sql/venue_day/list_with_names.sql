-- VenueDays::list_with_names: the closed days whose report names debtors.
select venue_id, day from venue_day where has_names = 1 order by venue_id, day
