-- Players whom the desk books for and who give no phone number: a customer of the desk without one, who has the orders that were made
-- together and no others.

-- Programs from before cannot read a customer without a number.
insert into required_version (version) values (29);

-- INVARIANT: an account has a phone number (suite `guests_without_number`).
pragma writable_schema = on;
update sqlite_schema
   set sql = replace(replace(sql, 'phone         text    not null unique', 'phone         text    unique'),
         'check (origin = ''app'' or origin = ''desk'')',
         'check ((origin = ''app'' and phone is not null) or origin = ''desk'')')
 where type = 'table' and name = 'customer';
pragma writable_schema = reset;

-- Other connections read the schema again when its number changes, as every new table does.
create table schema_has_changed (changed integer) strict;
drop table schema_has_changed;
