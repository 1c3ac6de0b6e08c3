package pgbench

import (
	"strconv"
	"strings"
)

// Expr is an expression of a script: a stretch of its code.
type Expr struct{ from, to int32 }

// instruction is a step of a stack machine.
type instruction struct {
	op opcode
	n  int // push: number of the variable; least, greatest: of arguments
	v  value
}

type opcode uint8

const (
	constant opcode = iota
	fetch
	negate
	add
	subtract
	multiply
	divide
	modulo
	funcAbs
	funcDouble
	funcExp
	funcGreatest
	funcInt
	funcLeast
	funcLn
	funcPi
	funcPower
	funcRandom
	funcExponential
	funcGaussian
	funcZipfian
	funcSqrt
)

// functions are those of \set, with the number of their arguments, -1 for one or
// more.
var functions = []struct {
	name string
	args int
	op   opcode
}{
	{"abs", 1, funcAbs},
	{"double", 1, funcDouble},
	{"exp", 1, funcExp},
	{"greatest", -1, funcGreatest},
	{"int", 1, funcInt},
	{"least", -1, funcLeast},
	{"ln", 1, funcLn},
	{"mod", 2, modulo},
	{"pi", 0, funcPi},
	{"pow", 2, funcPower},
	{"power", 2, funcPower},
	{"random", 2, funcRandom},
	{"random_exponential", 3, funcExponential},
	{"random_gaussian", 3, funcGaussian},
	{"random_zipfian", 3, funcZipfian},
	{"sqrt", 1, funcSqrt},
}

func (p *parser) emit(op opcode, n int, v value) {
	if len(p.s.code) == mostInstr {
		p.fail("the script", "is too long", "fewer expressions")
	}
	p.s.code = append(p.s.code, instruction{op, n, v})
}

// expression returns what read has made code of.
func (p *parser) expression(read func()) Expr {
	from := len(p.s.code)
	read()
	return Expr{int32(from), int32(len(p.s.code))}
}

// wholeExpression reads an expression up to the end of the command.
func (p *parser) wholeExpression() Expr { return p.expression(p.sum) }

func (p *parser) sum() {
	p.product()
	for p.is("+") || p.is("-") {
		op := add
		if p.is("-") {
			op = subtract
		}
		p.advance()
		p.product()
		p.emit(op, 0, value{})
	}
}

func (p *parser) product() {
	p.factor()
	for p.is("*") || p.is("/") || p.is("%") {
		op := map[string]opcode{"*": multiply, "/": divide, "%": modulo}[p.tok.text]
		p.advance()
		p.factor()
		p.emit(op, 0, value{})
	}
}

func (p *parser) factor() {
	if p.nesting++; p.nesting > mostNesting {
		p.fail(p.tok.text, "is nested too deeply", "up to "+decimal(mostNesting)+" levels")
	}
	defer func() { p.nesting-- }()
	switch {
	case p.is("-"):
		p.advance()
		p.factor()
		p.emit(negate, 0, value{})
	case p.is("+"):
		p.advance()
		p.factor()
	case p.is("("):
		p.advance()
		p.sum()
		p.want(")")
	case p.tok.kind == word:
		p.call()
	default:
		p.operand()
	}
}

// operand reads a number, maybe with a sign, or a variable.
func (p *parser) operand() {
	sign := int64(1)
	if p.is("-") {
		sign = -1
		p.advance()
	}
	switch p.tok.kind {
	case number:
		v := p.number()
		v.i *= sign
		v.f *= float64(sign)
		p.emit(constant, 0, v)
	case variable:
		p.emit(fetch, p.known(), value{})
		if sign < 0 {
			p.emit(negate, 0, value{})
		}
	default:
		p.unexpected("a number or a variable, for instance :aid")
	}
}

func (p *parser) number() value {
	text := p.tok.text
	var v value
	var err error
	if strings.ContainsAny(text, ".eE") {
		v.double = true
		v.f, err = strconv.ParseFloat(text, 64)
	} else {
		v.i, err = strconv.ParseInt(text, 10, 64)
	}
	if err != nil {
		p.fail(text, "is too large", "up to 9223372036854775807")
	}
	p.advance()
	return v
}

func (p *parser) call() {
	var names []string
	for _, f := range functions {
		if f.name != p.tok.text {
			names = append(names, f.name)
			continue
		}
		name := p.tok
		p.advance()
		p.want("(")
		n := 0
		if !p.is(")") {
			p.sum()
			for n = 1; p.is(","); n++ {
				p.advance()
				p.sum()
			}
		}
		p.want(")")
		if n != f.args && (f.args >= 0 || n == 0) {
			legal := decimal(f.args)
			if f.args < 0 {
				legal = "one or more"
			}
			p.tok.line = name.line
			p.fail(name.text, "is given "+decimal(n)+" arguments", legal)
		}
		p.emit(f.op, n, value{})
		return
	}
	p.fail(p.tok.text, "is no function of the lab's pgbench", strings.Join(names, ", "))
}

// setRandom reads what follows the name in \setrandom NAME MIN MAX [uniform |
// gaussian PARAM | exponential PARAM].
func (p *parser) setRandom() Expr {
	return p.expression(func() {
		p.operand()
		p.operand()
		switch {
		case p.is("gaussian"):
			p.advance()
			p.operand()
			p.emit(funcGaussian, 3, value{})
		case p.is("exponential"):
			p.advance()
			p.operand()
			p.emit(funcExponential, 3, value{})
		default:
			p.optional("uniform")
			p.emit(funcRandom, 2, value{})
		}
	})
}
