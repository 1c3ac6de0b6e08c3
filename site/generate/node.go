package generate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
)

// node runs a script of site/js in Node: it gets in as JSON and answers with JSON, which
// is decoded into out.
func (b *builder) node(script string, in, out any) error {
	data, err := json.Marshal(in)
	if err != nil {
		return err
	}
	cmd := exec.Command("node", filepath.Join("js", script))
	cmd.Dir = b.Site
	cmd.Stdin = bytes.NewReader(data)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var answer []byte
	err = computing(func() (err error) {
		answer, err = cmd.Output()
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", script, err, stderr.Bytes())
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("%s: %w", script, err)
	}
	return nil
}
