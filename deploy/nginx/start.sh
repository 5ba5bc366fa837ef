#!/bin/sh
# Starts nginx with the container's own name servers, for upstream.conf. Docker, Podman and others have different ones.
set -eu
awk '$1 == "nameserver" && $2 !~ /%/ { list = list " " ($2 ~ /:/ ? "[" $2 "]" : $2) }
  END { print "resolver" list " valid=3s;" }' /etc/resolv.conf >/tmp/resolver.conf
exec nginx -g 'daemon off;'
