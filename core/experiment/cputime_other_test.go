//go:build !unix

package experiment_test

import "time"

var began = time.Now()

// processorTime is the clock where a program is not told how much it has computed.
func processorTime() time.Duration { return time.Since(began) }
