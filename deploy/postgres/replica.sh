#!/bin/sh
# Copies the primary into an empty folder once, and follows it. Runs as PostgreSQL's user.
set -eu
: "${PGDATA:?}" "${TERCET_REPLICATION_PASSWORD:?}" "${TERCET_PRIMARY_HOST:?}"
export PGPASSWORD="$TERCET_REPLICATION_PASSWORD"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # An interrupted copy leaves files without a slot, or a slot without files.
  find "$PGDATA" -mindepth 1 -delete
  until pg_isready --quiet --host "$TERCET_PRIMARY_HOST" --port "${TERCET_PRIMARY_PORT:-5432}"; do sleep 1; done
  place="--host $TERCET_PRIMARY_HOST --port ${TERCET_PRIMARY_PORT:-5432} --username replicator"
  # shellcheck disable=SC2086
  psql --no-psqlrc --quiet $place --dbname "replication=yes dbname=postgres" \
    --command 'drop_replication_slot replica' 2>/dev/null || true
  # shellcheck disable=SC2086
  pg_basebackup $place --pgdata "$PGDATA" --wal-method stream --checkpoint fast \
    --create-slot --slot replica --write-recovery-conf
  chmod 700 "$PGDATA"
fi
exec "$@"
