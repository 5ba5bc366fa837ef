#!/bin/sh
# Writes the API role's password to the file that PgBouncer reads (in memory), then starts PgBouncer.
set -eu
: "${TERCET_API_PASSWORD:?TERCET_API_PASSWORD is not set}"
umask 077
quoted=$(printf '%s' "$TERCET_API_PASSWORD" | sed 's/"/""/g')
printf '"tercet_api" "%s"\n' "$quoted" >/run/pgbouncer/userlist.txt
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
