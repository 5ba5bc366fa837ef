-- What a member agreed to, each time he was asked. Of the time before, the newest agreement alone is known.
create table members.consent (
  bucket smallint not null,
  member_id uuid not null,
  kind text not null check (kind in ('agreement')),
  version integer not null,
  at timestamptz not null,
  primary key (bucket, member_id, kind, version)
);
insert into members.consent (bucket, member_id, kind, version, at)
  select m.bucket, m.member_id, 'agreement', m.agreement_version, m.agreed_at from members.member m;

-- For the member who asks for all that is held about him.
create index invite_made_by on members.invite (issuer_bucket, issuer_id) where issuer_id is not null;
create index invite_used_by on members.invite (used_bucket, used_by) where used_by is not null;
