-- By what the club can be paid, as pictures with their names: everybody reads them before signing in. Each is a drawing
-- of the house's own, or a picture that the server drew anew.
create table house.payment_logo (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 40),
  made text check (made in ('card', 'bank', 'wallet')),
  picture bytea check (octet_length(picture) between 1 and 65536),
  -- Made of the picture's bytes: another picture has another address.
  version text,
  place smallint not null check (place between 0 and 999),
  hidden_at timestamptz,
  check ((made is null) <> (picture is null)),
  check ((picture is null) = (version is null))
);
