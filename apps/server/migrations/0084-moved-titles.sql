-- When a title was moved into the class that it is in; null: it has been in no other. A class that was hidden long
-- ago takes away what is moved into it from that moment on, and not since it was hidden: what was watched to its end by
-- then is not paid back.
alter table video.title add column class_since timestamptz;
