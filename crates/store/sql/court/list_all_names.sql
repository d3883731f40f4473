-- Audit::list_court_names: the names of all courts, retired ones included.
select court_id, name from court
