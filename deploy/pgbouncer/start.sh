#!/bin/sh
# The password of the API's role into the file that PgBouncer reads (in memory), then PgBouncer itself.
set -eu
: "${TERCET_API_PASSWORD:?TERCET_API_PASSWORD is not set}"
umask 077
quoted=$(printf '%s' "$TERCET_API_PASSWORD" | sed 's/"/""/g')
printf '"tercet_api" "%s"\n' "$quoted" >/run/pgbouncer/userlist.txt
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
