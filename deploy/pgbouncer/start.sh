#!/bin/sh
# The app role's password into the file that PgBouncer reads (in memory), then PgBouncer itself.
set -eu
: "${TERCET_APP_PASSWORD:?TERCET_APP_PASSWORD is not set}"
umask 077
quoted=$(printf '%s' "$TERCET_APP_PASSWORD" | sed 's/"/""/g')
printf '"tercet_app" "%s"\n' "$quoted" >/run/pgbouncer/userlist.txt
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
