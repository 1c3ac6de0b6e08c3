//go:build !js

package live

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"clocksweep/core/observed"
)

// Limits of waiting.
const (
	ConnectTimeout = 10 * time.Second // unless the address has connect_timeout
	QueryTimeout   = 15 * time.Second
)

// Server is a connection to a server.
type Server struct {
	conn    *pgconn.PgConn
	release string // as in [observed.Releases], "" if it is not known
	Version string // as the server tells it, for instance 15.20 (Debian ...)
}

// Unseen is something that the server did not show.
type Unseen struct {
	What string // a view or a function
	Why  string // in the server's words
}

// Open connects to the server that a URL or a list of name=value describes; what is
// missing there comes from PGHOST and its like, as with psql.
func Open(ctx context.Context, address string) (*Server, error) {
	config, err := pgconn.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = ConnectTimeout
	}
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	version := conn.ParameterStatus("server_version")
	return &Server{conn: conn, Version: version, release: observed.ReleaseOf(version)}, nil
}

// Close ends the session.
func (s *Server) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	s.conn.Close(ctx) // a connection that is lost can't be closed any better
}

// Lost tells whether the connection is gone.
func (s *Server) Lost() bool { return s.conn.IsClosed() }

// since tells whether the server is of the given release or a later one. One whose
// release is not known is taken for a late one.
func (s *Server) since(release string) bool {
	return s.release == "" || observed.Order(s.release) >= observed.Order(release)
}

// Settings returns what SHOW ALL shows.
func (s *Server) Settings(ctx context.Context) (list []observed.Setting, unseen []Unseen, err error) {
	rows, err := s.query(ctx, "SHOW ALL")
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return nil, []Unseen{{"SHOW ALL", refused.Message}}, nil
	}
	for i := range rows {
		name, _ := rows[i].Get("name")
		value, _ := rows[i].Get("setting")
		list = append(list, observed.Setting{Line: i + 1, Name: strings.ToLower(name), Value: value})
	}
	return list, nil, err
}

// part is one query of a look.
type part struct {
	what     string
	from, to string // releases that have it; "" is no limit
	sql      string
}

// parts are the statistics. Columns are taken by their names, whatever the release
// has.
var parts = []part{
	{"pg_stat_bgwriter", "8.3", "", "SELECT now() AS now, version() AS version, * FROM pg_stat_bgwriter"},
	{"version()", "", "8.2", "SELECT now() AS now, version() AS version"},
	{"pg_stat_checkpointer", "17", "", "SELECT * FROM pg_stat_checkpointer"},
	{"pg_stat_io", "16", "", "SELECT * FROM pg_stat_io"},
	{"pg_stat_database", "", "", "SELECT * FROM pg_stat_database"},
	{"pg_stat_wal", "14", "", "SELECT * FROM pg_stat_wal"},
	{"pg_current_wal_lsn()", "10", "13", "SELECT now() AS now, pg_current_wal_lsn()"},
	{"pg_current_xlog_location()", "8.2", "9.6", "SELECT now() AS now, pg_current_xlog_location()"},
}

// sizes are asked for at both ends only, because they cost the server a look at every
// file.
var sizes = []part{
	{"pg_database_size()", "8.1", "", "SELECT pg_database_size(current_database())"},
	{"pg_relation_size()", "8.1", "", `SELECT c.relname, pg_relation_size(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'i', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY c.relpages DESC LIMIT 30`},
}

// Look reads the statistics, and the sizes of the database and its largest relations
// if they are wanted. An error is that of a lost connection; then the snapshot is not
// complete.
func (s *Server) Look(ctx context.Context, withSizes bool) (observed.Snapshot, []Unseen, error) {
	list := parts
	if withSizes {
		list = append(list[:len(list):len(list)], sizes...)
	}
	var rows []observed.Row
	var unseen []Unseen
	for _, p := range list {
		if p.from != "" && !s.since(p.from) || p.to != "" && (s.release == "" || observed.Order(s.release) > observed.Order(p.to)) {
			continue
		}
		more, err := s.query(ctx, p.sql)
		var refused *pgconn.PgError
		switch {
		case err == nil:
			rows = append(rows, more...)
		case errors.As(err, &refused) && !s.Lost():
			unseen = append(unseen, Unseen{p.what, refused.Message})
		default:
			return observed.Snapshot{}, unseen, fmt.Errorf("%s: %w", p.what, err)
		}
	}
	snapshots, unread := observed.Snapshots(rows)
	for _, u := range unread {
		unseen = append(unseen, Unseen{u.Text, "expected: " + u.Want})
	}
	if len(snapshots) == 0 {
		return observed.Snapshot{}, unseen, nil
	}
	return snapshots[0], unseen, nil
}

// Member tells whether the user may see all settings and statistics. Up to 9.6 only
// superusers are such.
func (s *Server) Member(ctx context.Context) bool {
	sql := "SELECT usesuper AS member FROM pg_user WHERE usename = current_user"
	if s.since("10") {
		sql = "SELECT pg_has_role(current_user, 'pg_monitor', 'MEMBER') AS member"
	}
	rows, err := s.query(ctx, sql)
	if err != nil || len(rows) == 0 {
		return false
	}
	member, _ := rows[0].Get("member")
	return member == "t"
}

// query carries out one query in a read-only transaction of its own.
func (s *Server) query(ctx context.Context, sql string) ([]observed.Row, error) {
	ctx, cancel := context.WithTimeout(ctx, QueryTimeout+time.Second)
	defer cancel()
	limit := fmt.Sprintf("SET LOCAL statement_timeout = %d", QueryTimeout.Milliseconds())
	results, err := s.conn.Exec(ctx, "START TRANSACTION READ ONLY; "+limit+"; "+sql+"; COMMIT").ReadAll()
	if err != nil {
		if !s.Lost() { // the transaction is open and failed
			s.conn.Exec(ctx, "ROLLBACK").ReadAll()
		}
		return nil, err
	}
	var rows []observed.Row
	for _, r := range results {
		for _, values := range r.Rows {
			row := observed.Row{Line: len(rows) + 1}
			for i, v := range values {
				row.Cells = append(row.Cells, observed.Cell{Name: r.FieldDescriptions[i].Name, Value: string(v), Line: len(rows) + 1})
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}
