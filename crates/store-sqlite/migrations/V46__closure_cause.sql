-- Why courts are closed as a code, so that a page keys its words by it and not by the words of the reason. Only adds, so the program
-- before still runs on the result.

alter table court_block add column cause text; -- null: the reason alone says it

-- What the desk closed before for one of its causes, whose words it wrote.
update court_block set cause = 'rain' where reason = 'Rain' and kind = 'closure' and starts_at is not null;
update court_block set cause = 'wet_court' where reason = 'Wet court' and kind = 'closure' and starts_at is not null;
update court_block set cause = 'power' where reason = 'Power failure' and kind = 'closure' and starts_at is not null;
update court_block set cause = 'lights' where reason = 'Lights failed' and kind = 'closure' and starts_at is not null;
