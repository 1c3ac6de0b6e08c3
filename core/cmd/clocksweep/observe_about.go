package main

const observeAbout = `Watches a running server of your own: reads its version, settings and sizes, and its
statistics at both ends of an interval, of any release from 8.3 on; makes of them a
scenario that the lab can run, runs it, and prints measured and simulated figures side
by side, with a diagnosis of the measured ones.

ADDRESS is a URL as postgres://user@host:5432/database or a list as
'host=/var/run/postgresql dbname=bench'; PGHOST, PGPASSWORD and .pgpass count as for
psql. The user needs no privileges; a member of pg_monitor sees everything. Nothing is
written to the server: every query is a read-only transaction.

  -for TIME     how long to watch; without it 10m
  -every TIME   how often to look in between, which is what is left if the
                connection breaks; without it 10s
  -o NAME       writes NAME.conf, the scenario, and NAME.csv, the figures; without
                it observed
  -measure      simulates nothing
  name=value    changes a setting of the scenario; hardware=... above all, which no
                server tells

Ctrl-C ends the watch early, and what was read until then is used.`
