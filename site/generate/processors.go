package generate

import (
	"runtime"
	"sync"
)

// processors has a place for each processor. Whoever computes for long, or has
// another program compute, takes one for that time: everything else may go on beside
// it, and no more is under way than the machine can do.
var processors = make(chan struct{}, runtime.GOMAXPROCS(0))

// computing runs what computes for long when a processor is free. It must not be
// called from within itself.
func computing(long func() error) error {
	processors <- struct{}{}
	defer func() { <-processors }()
	return long()
}

// each does something for every number below n, all beside each other, and returns
// the error of the smallest of those that fail.
func each(n int, do func(i int) error) error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = do(i) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
