-- clock

create schema clock;

-- The clock of every decision about money. Only the owner can replace this function. No setting, role or request of
-- the running club can change the time.
create function clock.now() returns timestamptz language sql as $$select clock_timestamp()$$;

-- The same clock in unix milliseconds, rounded down.
create function clock.now_ms() returns bigint language sql as $$select floor(extract(epoch from clock.now()) * 1000)::bigint$$;
