-- The second yes to a looser limit can be said until a week after the first, and no later.
alter table members.limit_set add check (asked_at is null or set_at <= asked_at + interval '7 days');
