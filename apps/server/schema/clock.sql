-- clock

create schema clock;

-- The clock of every decision about money. Only the owner can replace this function. No setting, role or request of
-- the running club can change the time.
create function clock.now() returns timestamptz language sql as $$select clock_timestamp()$$;

-- The same clock in unix milliseconds, rounded down.
create function clock.now_ms() returns bigint language sql as $$select floor(extract(epoch from clock.now()) * 1000)::bigint$$;

-- Whether this transaction sees what others have committed until now. Only READ COMMITTED does: a role may choose
-- another level, and keep a snapshot from before a payee, a draw or an exclusion for as long as it likes.
create function clock.reads_latest() returns boolean language sql stable as $$
  select current_setting('transaction_isolation') = 'read committed' $$;

-- Throws TC001 in a transaction that reads from an older snapshot. For functions that decide by rows and then write.
create function clock.require_latest() returns void language plpgsql stable as $$
begin
  if not clock.reads_latest() then
    raise exception 'clock.require_latest: not in a READ COMMITTED transaction' using errcode = 'TC001';
  end if;
end $$;
