-- A name with an invisible joiner of Indian scripts (U+200C, U+200D) was stored as two words at the joiner, so that a search that is typed
-- without one did not find it. The job `write_name_words` writes the words of these names again. A node of the program before that still
-- runs may write the earlier words: such a name is found as before until it changes.

update customer
   set searched_name = null
 where (instr(full_name, char(8204)) > 0 or instr(full_name, char(8205)) > 0)
   and merged_into is null and erase_at is null;
