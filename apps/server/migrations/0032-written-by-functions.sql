-- Postings and slips are written by functions alone. The server's own role may call these and has no other way: they
-- run with the rights of the owner, who nobody signs in as while the club is open. Each names all that it uses in full,
-- looks up no name on a path that a caller could set, and is callable by the server's role alone.
alter function ledger.write security definer set search_path = pg_catalog, pg_temp;
alter function ledger.write_stakes security definer set search_path = pg_catalog, pg_temp;
alter function ledger.pay_back security definer set search_path = pg_catalog, pg_temp;
alter function lottery.place_slips security definer set search_path = pg_catalog, pg_temp;
revoke execute on function ledger.write, ledger.write_stakes, ledger.pay_back, lottery.place_slips from public;

-- A seal is written in its step and in no other: after the lock, once no gate lets a slip of the period in, and with
-- the entry of the book that says the same.
create function draw.may_seal(p_lottery smallint, p_period bigint, p_root bytea, p_count bigint, p_entry bigint)
returns boolean language sql stable as $$
  select clock.now() >= to_timestamp((p_period + 1) * l.period_seconds)
    and not exists (select from lottery.gate g where g.lottery_id = l.id and g.period <= p_period)
    and exists (
      select from book.entry e
      where e.seq = p_entry and e.type = 'seal' and e.draw_id = l.key || '/' || p_period
        and e.body::jsonb ->> 'root' = encode(p_root, 'hex') and e.body::jsonb ->> 'count' = p_count::text)
  from lottery.lottery l where l.id = p_lottery
$$;

-- A draw likewise: of a sealed period that is not void, in the one round that the schedule gives it, once that round is
-- out, and with the entry of the book. (That the signature is the round's own no database can tell: verifiers do.)
create function draw.may_draw(
  p_lottery smallint, p_period bigint, p_round bigint, p_signature bytea, p_dice smallint[], p_total smallint,
  p_entry bigint
) returns boolean language sql stable as $$
  select p_round = ((p_period + 1) * l.period_seconds + 12 - t.beacon_genesis + t.beacon_period - 1) / t.beacon_period + 1
    -- Clocks may differ by so much from the beacon's.
    and clock.now() >= to_timestamp(t.beacon_genesis + (p_round - 1) * t.beacon_period) - interval '2 seconds'
    and p_total = p_dice[1] + p_dice[2] + p_dice[3]
    and exists (select from draw.seal s where s.lottery_id = l.id and s.period = p_period)
    and (exists (select from draw.override o where o.lottery_id = l.id and o.period = p_period)
      or not exists (select from draw.void v where v.lottery_id = l.id and v.period = p_period))
    and exists (
      select from book.entry e
      where e.seq = p_entry and e.type = 'draw' and e.draw_id = l.key || '/' || p_period
        and e.body::jsonb ->> 'round' = p_round::text and e.body::jsonb ->> 'signature' = encode(p_signature, 'hex')
        and e.body::jsonb -> 'dice' = to_jsonb(p_dice::text[]))
  from lottery.lottery l
  cross join lateral (
    select h.beacon_genesis, h.beacon_period from lottery.house_table h
    where h.lottery_id = l.id and h.first_period <= p_period order by h.first_period desc limit 1
  ) t
  where l.id = p_lottery
$$;

alter table draw.seal enable row level security;
create policy seal_read on draw.seal for select using (true);
create policy seal_write on draw.seal for insert
  with check (draw.may_seal(lottery_id, period, root, slip_count, entry_seq));

alter table draw.draw enable row level security;
create policy draw_read on draw.draw for select using (true);
create policy draw_write on draw.draw for insert
  with check (draw.may_draw(lottery_id, period, round, signature, dice, total, entry_seq));
