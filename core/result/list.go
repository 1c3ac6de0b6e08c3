package result

// AppendAll appends the binary form of several results, each behind its length.
func AppendAll(buf []byte, rs []*Result) []byte {
	c := codec{buf: buf}
	for _, r := range rs {
		text := string(Append(nil, r))
		c.string(&text)
	}
	return c.buf
}

// DecodeAll reads what [AppendAll] has written. It returns [ErrFormat] for anything
// else.
func DecodeAll(b []byte) ([]*Result, error) {
	c := codec{buf: b, read: true}
	var rs []*Result
	for len(c.buf) > 0 {
		var text string
		c.string(&text)
		if c.failed {
			return nil, ErrFormat
		}
		r, err := Decode([]byte(text))
		if err != nil {
			return nil, err
		}
		rs = append(rs, r)
	}
	return rs, nil
}
