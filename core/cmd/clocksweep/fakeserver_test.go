//go:build !js

package main

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// table is what a query answers. NULL is nil.
type table struct {
	names []string
	rows  [][]any
}

// fakeServer speaks PostgreSQL's protocol and has a table for each query, so that
// servers can be watched that are not installed here.
type fakeServer struct {
	t        *testing.T
	version  string
	answer   func(sql string) (table, error) // errCut closes the connection
	listener net.Listener

	mu      sync.Mutex
	queries []string
}

var errCut = errors.New("the connection is cut")

func startFake(t *testing.T, version string, answer func(sql string) (table, error)) *fakeServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &fakeServer{t: t, version: version, answer: answer, listener: listener}
	t.Cleanup(func() { listener.Close() })
	go s.serve()
	return s
}

func (s *fakeServer) address() string {
	return fmt.Sprintf("postgres://watcher@%s/bench?sslmode=disable", s.listener.Addr())
}

// asked returns the queries so far.
func (s *fakeServer) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.queries...)
}

func (s *fakeServer) serve() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.session(conn) // until either side ends it; what a query must be, reply checks
		conn.Close()
	}
}

func (s *fakeServer) session(conn net.Conn) error {
	b := pgproto3.NewBackend(conn, conn)
	if _, err := b.ReceiveStartupMessage(); err != nil {
		return err
	}
	b.Send(&pgproto3.AuthenticationOk{})
	b.Send(&pgproto3.ParameterStatus{Name: "server_version", Value: s.version})
	b.Send(&pgproto3.BackendKeyData{ProcessID: 1, SecretKey: []byte{0, 0, 0, 1}})
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	if err := b.Flush(); err != nil {
		return err
	}
	for {
		message, err := b.Receive()
		if err != nil {
			return err
		}
		query, ok := message.(*pgproto3.Query)
		if !ok {
			return errCut // Terminate
		}
		if err := s.reply(b, query.String); err != nil {
			return err
		}
		if err := b.Flush(); err != nil {
			return err
		}
	}
}

// reply answers a query, which must be in a read-only transaction with a time limit.
func (s *fakeServer) reply(b *pgproto3.Backend, query string) error {
	if query == "ROLLBACK" {
		b.Send(&pgproto3.CommandComplete{CommandTag: []byte("ROLLBACK")})
		b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		return nil
	}
	parts := strings.SplitN(query, "; ", 3)
	if len(parts) != 3 || parts[0] != "START TRANSACTION READ ONLY" || !strings.HasPrefix(parts[1], "SET LOCAL statement_timeout = ") ||
		!strings.HasSuffix(parts[2], "; COMMIT") {
		s.t.Errorf("a query is not read-only: %s", query)
	}
	sql := strings.TrimSuffix(parts[2], "; COMMIT")
	s.mu.Lock()
	s.queries = append(s.queries, sql)
	s.mu.Unlock()
	result, err := s.answer(sql)
	if errors.Is(err, errCut) {
		return err
	}
	b.Send(&pgproto3.CommandComplete{CommandTag: []byte("START TRANSACTION")})
	b.Send(&pgproto3.CommandComplete{CommandTag: []byte("SET")})
	if err != nil {
		b.Send(&pgproto3.ErrorResponse{Severity: "ERROR", Code: "42501", Message: err.Error()})
		b.Send(&pgproto3.ReadyForQuery{TxStatus: 'E'})
		return nil
	}
	fields := make([]pgproto3.FieldDescription, len(result.names))
	const text = 25 // the type's OID
	for i, name := range result.names {
		fields[i] = pgproto3.FieldDescription{Name: []byte(name), DataTypeOID: text, DataTypeSize: -1, TypeModifier: -1}
	}
	b.Send(&pgproto3.RowDescription{Fields: fields})
	for _, row := range result.rows {
		var values [][]byte
		for _, v := range row {
			if v == nil {
				values = append(values, nil)
			} else {
				values = append(values, []byte(fmt.Sprint(v)))
			}
		}
		b.Send(&pgproto3.DataRow{Values: values})
	}
	b.Send(&pgproto3.CommandComplete{CommandTag: []byte("SELECT")})
	b.Send(&pgproto3.CommandComplete{CommandTag: []byte("COMMIT")})
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	return nil
}
