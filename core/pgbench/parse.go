package pgbench

import (
	"slices"
	"strings"
)

// Limits of a script. They keep a text from outside from taking much memory.
const (
	mostText      = 32 << 10 // bytes
	mostOps       = 1000
	mostVariables = 200
	mostNesting   = 50 // parentheses and function calls within each other
	mostInstr     = 20000
)

const (
	legalMeta = `\set, \setrandom and \sleep, beside SQL`
	legalSQL  = "BEGIN, END, SELECT abalance FROM pgbench_accounts WHERE aid = :aid, " +
		"UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid (pgbench_tellers and pgbench_branches likewise) " +
		"and INSERT INTO pgbench_history"
)

// parser turns tokens into operations. A mistake ends it by a panic of type *Error.
type parser struct {
	lex lexer
	tok token // the next one
	s   Script
	// inBlock says that BEGIN has come without its END so far; began is its line.
	inBlock bool
	began   int
	updates int // in this transaction
	nesting int
}

// Parse reads a script. It never panics; the error is an [*Error].
func Parse(text string) (script *Script, err error) {
	p := &parser{lex: lexer{text: text, line: 1}}
	p.s.names = append(p.s.names, builtInNames[:]...)
	defer func() {
		switch r := recover(); e := r.(type) {
		case nil:
		case *Error:
			script, err = nil, e
		default:
			panic(r)
		}
	}()
	if len(text) > mostText {
		p.fail("the script", "is too long", "up to "+decimal(mostText)+" bytes")
	}
	p.script()
	return &p.s, nil
}

func (p *parser) fail(text, problem, legal string) {
	panic(&Error{Line: p.tok.line, Text: text, Problem: problem, Legal: legal})
}

// unexpected fails because the next token is not what it has to be.
func (p *parser) unexpected(legal string) {
	text := p.tok.text
	switch p.tok.kind {
	case endOfText:
		text = "the end of the script"
	case endOfLine:
		text = "the end of the line"
	}
	p.fail(text, "is not what has to come here", legal)
}

func (p *parser) advance() { p.tok = p.lex.next() }

// overLines passes over ends of lines.
func (p *parser) overLines() {
	for p.tok.kind == endOfLine {
		p.advance()
	}
}

func (p *parser) is(text string) bool {
	return (p.tok.kind == symbol || p.tok.kind == word) && p.tok.text == text
}

func (p *parser) script() {
	var lines []string
	p.advance()
	for {
		for p.tok.kind == endOfLine || p.is(";") {
			p.advance()
		}
		if p.tok.kind == endOfText {
			break
		}
		if len(p.s.Ops) == mostOps {
			p.fail("the script", "is too long", "up to "+decimal(mostOps)+" commands")
		}
		lines = append(lines, p.command())
	}
	switch {
	case len(p.s.Ops) == 0:
		p.fail("the script", "has no command", legalMeta+": "+legalSQL)
	case p.inBlock:
		p.tok.line = p.began
		p.fail("BEGIN", "has no END", "END or COMMIT further down")
	}
	p.s.Text = strings.Join(lines, "; ")
}

// command reads one command and returns its text on one line.
func (p *parser) command() string {
	from, line := p.tok.from, p.tok.line
	op := Op{Line: line}
	if p.tok.kind == meta {
		p.meta(&op)
	} else {
		p.statement(&op)
	}
	if k := p.tok.kind; k != endOfText && k != endOfLine && !p.is(";") {
		p.unexpected("a semicolon or a new line behind the command")
	}
	op.Text, op.CPU = oneLine(p.lex.text[from:p.tok.from]), op.share()
	p.s.Ops = append(p.s.Ops, op)
	return op.Text
}

// oneLine takes ends of lines, comments and repeated blanks out of a command.
func oneLine(text string) string {
	var b strings.Builder
	l := lexer{text: text}
	for end := 0; ; {
		t := l.next()
		if t.kind == endOfText {
			return b.String()
		}
		if t.kind == endOfLine {
			continue
		}
		if t.from > end && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text[t.from:l.at])
		end = l.at
	}
}

func (p *parser) meta(op *Op) {
	command := p.tok.text
	switch strings.ToLower(command) {
	case `\set`:
		p.advance()
		name := p.name()
		op.Value = p.wholeExpression()
		op.Kind, op.Var = Set, p.define(name)
	case `\setrandom`:
		p.advance()
		name := p.name()
		op.Value = p.setRandom()
		op.Kind, op.Var = Set, p.define(name)
	case `\sleep`:
		p.advance()
		op.Kind = Sleep
		op.Value = p.expression(p.operand)
		op.Unit = p.unit()
	default:
		p.fail(command, "is no command of the lab's pgbench", legalMeta)
	}
}

// unit reads the unit of \sleep and returns it in ns.
func (p *parser) unit() int64 {
	const us = 1000
	switch {
	case p.is("us"):
		p.advance()
		return us
	case p.is("ms"):
		p.advance()
		return 1000 * us
	case p.is("s"):
		p.advance()
	}
	return 1000 * 1000 * us
}

// name reads the name of a variable that gets a value.
func (p *parser) name() string {
	if p.tok.kind != word {
		p.unexpected("the name of a variable, for instance aid")
	}
	// Names of variables are as they are written, other words in lower case.
	name := p.lex.text[p.tok.from : p.tok.from+len(p.tok.text)]
	p.advance()
	return name
}

// define returns the number of the variable, a new one if need be.
func (p *parser) define(name string) int {
	if i := slices.Index(p.s.names, name); i >= 0 {
		return i
	}
	if len(p.s.names) == mostVariables {
		p.fail(name, "is one variable too many", "up to "+decimal(mostVariables))
	}
	p.s.names = append(p.s.names, name)
	return len(p.s.names) - 1
}

// known returns the number of a variable that has a value already.
func (p *parser) known() int {
	i := slices.Index(p.s.names, p.tok.text[1:])
	if i < 0 {
		p.fail(p.tok.text, "has no value", `a variable that \set or \setrandom has set before, :scale, :client_id or :random_seed`)
	}
	p.advance()
	return i
}
