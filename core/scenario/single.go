package scenario

import "errors"

// ReadValue reads a text as the setting does, for callers that have a value of
// that kind without a scenario. The error tells what is legal and names no
// setting.
func ReadValue(id ID, text string) (int64, error) {
	sc := New()
	if err := sc.Set(id.String(), text); err != nil {
		var legal *Error
		if errors.As(err, &legal) {
			nameless := *legal
			nameless.Setting = ""
			return 0, &nameless
		}
		return 0, err
	}
	return sc.Int(id), nil
}
