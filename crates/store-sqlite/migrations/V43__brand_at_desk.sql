-- The brand is edited at the desk, with a version that two people who edit at once are told apart by, and it may have a logo and colours.

-- Programs from before could not read a brand with a logo or colours.
insert into required_version (version) values (43);

-- Counts the changes of the document; 0: nobody has written one yet.
alter table brand add column version integer not null default 1;
