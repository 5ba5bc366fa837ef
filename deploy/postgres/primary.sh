#!/bin/sh
# Runs once in an empty cluster: creates the owner, who is no superuser, the database, and the replication role.
set -eu
: "${TERCET_OWNER_PASSWORD:?}" "${TERCET_REPLICATION_PASSWORD:?}"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner_password="$TERCET_OWNER_PASSWORD" --set replication_password="$TERCET_REPLICATION_PASSWORD" <<'SQL'
create role tercet_owner login createrole password :'owner_password';
create database tercet owner tercet_owner;
create role replicator login replication password :'replication_password';
SQL
printf 'host replication replicator samenet scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
