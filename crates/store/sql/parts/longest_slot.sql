-- The four hours of the longest slot (`LONGEST_SLOT_MINUTES` of the domain), in milliseconds. A claim lasts no longer, so one that
-- starts that long before a time ends by then: earlier claims are not read.
14400000
