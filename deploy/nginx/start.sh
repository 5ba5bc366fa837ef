#!/bin/sh
# Starts nginx with the container's own name server, for upstream.conf. Docker, Podman and others have different ones.
# Only the first one: nginx asks all in turn, and those of the machine do not know the containers.
set -eu
awk '$1 == "nameserver" { print "resolver " ($2 ~ /:/ ? "[" $2 "]" : $2) " valid=3s;"; exit }' \
  /etc/resolv.conf >/tmp/resolver.conf
exec nginx -g 'daemon off;'
