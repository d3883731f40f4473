-- Makes a database usable by one test after another: `test_reset.empty_tables()` gives every table the rows, and every sequence
-- the number, that the migrations left, and returns a hash of the schema, of which columns have statistics and of the settings of
-- the database.
create schema test_reset;

-- The rows that the migrations left, as JSON.
create table test_reset.row_kept (table_name text not null, kept jsonb not null);
do $$
declare
  name text;
begin
  for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1 loop
    execute format('insert into test_reset.row_kept select %L, to_jsonb(t) from public.%I t', name, name);
  end loop;
end
$$;

-- The numbers of the sequences as the migrations left them.
create table test_reset.sequence_kept as
  select format('%I.%I', schemaname, sequencename)::regclass as sequence_name, coalesce(last_value, start_value) as number,
         last_value is not null as is_used
    from pg_sequences where schemaname = 'public';

create function test_reset.empty_tables() returns text language plpgsql as $$
declare
  name text;
  filled boolean;
  kept jsonb;
begin
  -- A test that was killed may have left sessions; they hold locks.
  perform pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend';
  -- Triggers and foreign keys are off until the transaction ends.
  perform set_config('session_replication_role', 'replica', true);
  -- Most tables never had a row, so their files are empty; to open each would take most of the time.
  for name in
    select relname from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0 order by 1
  loop
    execute format('select exists (select from public.%I)', name) into filled;
    -- Truncating creates new files for a table and its indexes, so the rows of a table of at most 256 KiB are deleted instead.
    if filled and pg_relation_size(format('public.%I', name)::regclass) > 262144 then
      execute format('truncate public.%I cascade', name);
    elsif filled then
      execute format('delete from public.%I', name);
    end if;
  end loop;
  for name, kept in
    select table_name, jsonb_agg(k.kept) from test_reset.row_kept k group by table_name order by table_name
  loop
    execute format(
      'insert into public.%I overriding system value select * from jsonb_populate_recordset(null::public.%I, $1)', name, name)
      using kept;
  end loop;
  perform setval(sequence_name, number, is_used) from test_reset.sequence_kept;
  return (
    select md5(string_agg(part, '|' order by part)) from (
      select concat_ws(' ', 'class', c.oid, c.relname, c.relkind, c.relnamespace, c.reloptions) as part from pg_class c
       where c.oid >= 16384 and c.relkind in ('r', 'v', 'S', 'i', 'm') and c.relnamespace <> 'pg_toast'::regnamespace
      union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, attnotnull, atthasdef, attisdropped)
        from pg_attribute where attrelid >= 16384 and attnum > 0
      union all select concat_ws(' ', 'function', oid, proname, md5(prosrc)) from pg_proc where oid >= 16384
      union all select concat_ws(' ', 'trigger', oid, tgrelid, tgname, tgenabled, tgfoid) from pg_trigger where oid >= 16384
      union all select concat_ws(' ', 'constraint', oid, conname, convalidated) from pg_constraint where oid >= 16384
      union all select concat_ws(' ', 'default', oid) from pg_attrdef where oid >= 16384
      union all select concat_ws(' ', 'rule', oid, md5(ev_action::text)) from pg_rewrite where oid >= 16384
      union all select concat_ws(' ', 'statistics', starelid, staattnum) from pg_statistic where starelid >= 16384
      union all select concat_ws(' ', 'schema', oid, nspname) from pg_namespace where oid >= 16384 and nspname not like 'pg\_%'
      union all select concat_ws(' ', 'setting', setrole, setconfig) from pg_db_role_setting
       where setdatabase = (select oid from pg_database where datname = current_database())
    ) as parts
  );
end
$$;
