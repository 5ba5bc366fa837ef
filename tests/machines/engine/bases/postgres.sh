#!/bin/sh
# What deploy/ needs of the entrypoint of the image postgres: makes the cluster in an empty PGDATA, runs the scripts of
# /docker-entrypoint-initdb.d once, and starts the command as PostgreSQL's user.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R postgres:postgres "$PGDATA"
  chmod 700 "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
export POSTGRES_USER=postgres
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\n' "${POSTGRES_PASSWORD:?}" >/tmp/password
  initdb --username postgres --pwfile /tmp/password --encoding UTF8 --locale C.UTF-8 --auth-local trust \
    --auth-host scram-sha-256 >/dev/null
  rm /tmp/password
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl --wait --silent --options "-c listen_addresses=''" start
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  pg_ctl --wait --silent --mode fast stop
fi
exec "$@"
