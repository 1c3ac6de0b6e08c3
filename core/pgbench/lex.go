package pgbench

import (
	"strconv"
	"strings"
)

func decimal(n int) string { return strconv.Itoa(n) }

// token is a piece of a script: a word, a number, a variable with its colon, a
// string in quotes, or a symbol. A line's end counts as one of kind endOfLine, the
// script's end as one of kind endOfText.
type token struct {
	kind tokenKind
	text string // words in lower case
	line int
	from int // where it begins in the script
}

type tokenKind uint8

const (
	endOfText tokenKind = iota
	endOfLine
	word
	number
	variable
	quoted
	symbol
	meta // a backslash with its word
	odd  // what no script has
)

// lexer cuts a script into tokens.
type lexer struct {
	text string
	at   int
	line int
}

func (l *lexer) next() token {
	l.skip()
	t := token{line: l.line, from: l.at}
	if l.at == len(l.text) {
		return t
	}
	switch c := l.text[l.at]; {
	case c == '\n':
		t.kind = endOfLine
		l.at++
		l.line++
	case letter(c):
		t.kind = word
		l.run(nameByte)
		t.text = strings.ToLower(l.text[t.from:l.at])
		return t
	case digit(c) || c == '.' && l.at+1 < len(l.text) && digit(l.text[l.at+1]):
		t.kind = number
		l.number()
	case c == ':' && l.at+1 < len(l.text) && nameByte(l.text[l.at+1]):
		t.kind = variable
		l.at++
		l.run(nameByte)
	case c == '\\':
		t.kind = meta
		l.at++
		l.run(nameByte)
	case c == '\'':
		l.quoted(&t)
	case strings.IndexByte("();,=+-*/%", c) >= 0:
		t.kind = symbol
		l.at++
	default:
		t.kind = odd
		l.at++
		l.run(func(c byte) bool { return c >= 0x80 }) // a character as a whole
	}
	t.text = l.text[t.from:l.at]
	return t
}

// skip passes over blanks and comments.
func (l *lexer) skip() {
	for l.at < len(l.text) {
		switch rest := l.text[l.at:]; {
		case strings.IndexByte(" \t\r\f\v", rest[0]) >= 0:
			l.at++
		case strings.HasPrefix(rest, "--"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			l.at += end
		default:
			return
		}
	}
}

func (l *lexer) run(in func(byte) bool) {
	for l.at < len(l.text) && in(l.text[l.at]) {
		l.at++
	}
}

// number reads digits with at most one point and an exponent.
func (l *lexer) number() {
	l.run(digit)
	if l.at < len(l.text) && l.text[l.at] == '.' {
		l.at++
		l.run(digit)
	}
	if l.at < len(l.text) && l.text[l.at]|0x20 == 'e' {
		end := l.at + 1
		if end < len(l.text) && (l.text[end] == '+' || l.text[end] == '-') {
			end++
		}
		if end < len(l.text) && digit(l.text[end]) {
			l.at = end
			l.run(digit)
		}
	}
}

// quoted reads a string in quotes: printable ASCII, on one line.
func (l *lexer) quoted(t *token) {
	t.kind = quoted
	l.at++
	l.run(func(c byte) bool { return c != '\'' && ' ' <= c && c <= '~' })
	if l.at == len(l.text) || l.text[l.at] != '\'' {
		t.kind = odd
		return
	}
	l.at++
}

func letter(c byte) bool   { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
func digit(c byte) bool    { return '0' <= c && c <= '9' }
func nameByte(c byte) bool { return letter(c) || digit(c) }
