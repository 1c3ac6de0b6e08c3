// Command serve shows the built site on this machine:
//
//	go run ./site/cmd/serve [-dir site/dist] [-addr localhost:8080]
//
// If the port is taken and no address was asked for, any free one is used. The
// address is printed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"clocksweep/site/serve"
)

const usual = "localhost:8080"

func main() {
	dir := flag.String("dir", "site/dist", "folder of the built site")
	addr := flag.String("addr", usual, "address to listen on")
	flag.Parse()
	if err := run(*dir, *addr); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run(dir, addr string) error {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("there is no site in %s: build it with `make site`", dir)
	}
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) && addr == usual {
		listener, err = net.Listen("tcp", "localhost:0")
	}
	if err != nil {
		return err
	}
	fmt.Printf("Clocksweep is at http://%s/  (Ctrl+C ends it)\n", listener.Addr())
	server := &http.Server{Handler: serve.Handler(os.DirFS(dir)), ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(listener)
}
