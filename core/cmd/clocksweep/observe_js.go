package main

import (
	"context"
	"errors"
)

// observe is the command "observe", which a program in JavaScript's sandbox can't
// carry out.
func observe(_ context.Context, _ console, args []string) error {
	if _, err := parse(newFlags("observe"), args); err != nil {
		return err
	}
	return errors.New("observe: this build runs in JavaScript and reaches no server; build the command for your own system")
}
