package trace

// Format is what a file is, judged by its first bytes.
type Format uint8

// The formats. A Reader reads CSV and OracleGeneral; what is packed has to be
// unpacked first.
const (
	Unknown Format = iota
	CSV
	OracleGeneral
	Gzip
	Zstd
)

func (f Format) String() string {
	return [...]string{"unknown", "CSV", "oracleGeneral", "gzip", "zstd"}[f]
}

// HeadSize is how many bytes at the beginning Detect looks at, at most.
const HeadSize = 4096

// Detect tells the format of a file that begins with head. Text holds no zero
// byte, and a record of oracleGeneral hardly ever none: objects are smaller than
// 16 MB. A head that is both binary and not plausible as records is Unknown.
func Detect(head []byte) Format {
	head = head[:min(len(head), HeadSize)]
	switch {
	case begins(head, "\x1f\x8b"):
		return Gzip
	case begins(head, "\x28\xb5\x2f\xfd"):
		return Zstd
	case begins(head, "\xff\xfe"), begins(head, "\xfe\xff"):
		return Unknown // UTF-16
	case isText(head):
		return CSV
	case plausible(head):
		return OracleGeneral
	}
	return Unknown
}

func begins(head []byte, with string) bool {
	return len(head) >= len(with) && string(head[:len(with)]) == with
}

func isText(head []byte) bool {
	for _, c := range head {
		if c == 0 {
			return false
		}
	}
	return true
}

// plausible reports whether the whole records in head could be oracleGeneral. A
// head too short for one is taken for the beginning of one.
func plausible(head []byte) bool {
	for len(head) >= recordSize {
		if next(head) < never {
			return false
		}
		head = head[recordSize:]
	}
	return true
}
