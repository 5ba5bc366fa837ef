-- What waits or holds is listed newest first.
create index legal_hold_open on payments.legal_hold (id desc) where lifted_at is null;

-- A table of odds is what its entry in the book says, and rules no period that has opened.
create function lottery.may_table(p lottery.house_table) returns boolean language sql stable
begin atomic
  select exists (
    select from book.entry e join lottery.lottery l on l.id = p.lottery_id
    where e.seq = p.entry_seq and e.type = 'table' and e.hash = p.hash
      and e.body::jsonb ->> 'key' = l.key and e.body::jsonb ->> 'first_period' = p.first_period::text
      and to_timestamp(p.first_period * l.period_seconds) > clock.now()
      and p.multipliers = (
        select array_agg((e.body::jsonb -> 'multipliers' ->> o.bet)::integer order by o.place)
        from unnest(array['small', 'big', 'odd', 'even', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 's12',
          's13', 's14', 's15', 's16', 's17', 's18']) with ordinality o (bet, place)));
end;

alter table lottery.house_table enable row level security;
create policy table_read on lottery.house_table for select using (true);
create policy table_add on lottery.house_table for insert with check (lottery.may_table(house_table));
