-- Until when a password that somebody else made opens anything; null where it was given before this was kept, by a
-- server of an earlier version that still runs. What is known at the migration ends a day later.
alter table staff.account add column password_until timestamptz;
update staff.account set password_until = clock.now() + interval '24 hours' where password_given;
