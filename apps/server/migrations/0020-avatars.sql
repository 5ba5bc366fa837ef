-- What a member shows of himself: one of the house's own drawings by its name, or a picture as the server wrote it.
--
-- One row or none: what is taken back or replaced is gone, bytes and all. The version is made of the picture's bytes:
-- nothing that was kept under it can ever stand for another picture.
create table members.avatar (
  bucket smallint not null,
  member_id uuid not null,
  made text check (length(made) between 1 and 32),
  picture bytea check (octet_length(picture) between 1 and 65536),
  version text check (length(version) = 16),
  set_at timestamptz not null,
  primary key (bucket, member_id),
  check ((made is null) <> (picture is null)),
  check ((picture is null) = (version is null))
);
-- It is packed already.
alter table members.avatar alter column picture set storage external;
