-- clock

create schema clock;

-- The one clock that decides anything about money. Only the owner can replace a function, so no setting, role or
-- request of the running club can move it.
create function clock.now() returns timestamptz language sql as $$select clock_timestamp()$$;

create function clock.now_ms() returns bigint language sql as $$select floor(extract(epoch from clock.now()) * 1000)::bigint$$;
