#!/bin/sh
set -e
data=/var/lib/postgresql/18/docker
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres /var/run/postgresql
  install -d -o postgres -m 700 "$data"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0"
fi
if [ ! -s "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  /opt/postgres/bin/initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 -D "$data"
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | /opt/postgres/bin/postgres --single -D "$data" postgres
fi
exec /opt/postgres/bin/postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
