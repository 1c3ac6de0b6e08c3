package api

import (
	_ "embed"
	"net/http"
)

//go:embed openapi.json
var openapi []byte

// description is GET /api/openapi.json.
func description(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=3600")
	send(w, r, "application/json", openapi)
}
