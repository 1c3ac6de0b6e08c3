package pgbench

import (
	"errors"
	"math"
)

// value is an integer or, if double, a floating-point number.
type value struct {
	double bool
	i      int64
	f      float64
}

func whole(i int64) value    { return value{i: i} }
func double(f float64) value { return value{double: true, f: f} }
func (v value) real() float64 {
	if v.double {
		return v.f
	}
	return float64(v.i)
}

// What can go wrong while a script runs. pgbench gives up the client then.
var (
	errDivision  = errors.New("division by zero")
	errRange     = errors.New("a number out of the range of bigint")
	errEmpty     = errors.New("an empty range of random numbers: the least must not be above the most")
	errParameter = errors.New("a parameter of random numbers out of range: random_gaussian wants at least 2, random_exponential more than 0, random_zipfian 1.001 to 1000")
	errSleep     = errors.New("a \\sleep of more than 2147 s")
	errArgument  = errors.New("ln of a number that is not positive, or sqrt of a negative one")
)

// longestSleep is the longest \sleep in ns: pgbench counts it in microseconds, in an
// int.
const longestSleep = math.MaxInt32 * 1000

// Client is one session's variables.
type Client struct {
	s      *Script
	vars   []value
	stack  []value
	random Random
}

// NewClient returns the variables of client number id at the start of a run.
func (s *Script) NewClient(r Random, scale, id int64, seed uint64) *Client {
	c := &Client{s: s, random: r, vars: make([]value, len(s.names)), stack: make([]value, 0, 64)}
	c.vars[varScale], c.vars[varClient], c.vars[varSeed] = whole(scale), whole(id), whole(int64(seed))
	return c
}

// Try computes the script once and returns the first error with the operation
// that makes it, or nil.
func (s *Script) Try(r Random, scale int64) (*Op, error) {
	c := s.NewClient(r, scale, 0, 0)
	for i := range s.Ops {
		if _, err := c.Eval(&s.Ops[i]); err != nil {
			return &s.Ops[i], err
		}
	}
	return nil, nil
}

// Eval carries out an operation as far as it concerns variables. It returns the
// key of the row for Select and Update, NoKey if it is no integer, and the ns to
// wait for Sleep.
func (c *Client) Eval(op *Op) (int64, error) {
	switch op.Kind {
	case Begin, End, Insert:
		return 0, nil
	}
	v, err := c.compute(op.Value)
	if err != nil {
		return 0, err
	}
	switch op.Kind {
	case Set:
		c.vars[op.Var] = v
		return 0, nil
	case Sleep:
		n, err := toInt(v)
		if err != nil || n > longestSleep/op.Unit {
			return 0, errSleep
		}
		return max(0, n) * op.Unit, nil
	}
	if v.double {
		if v.f != math.Trunc(v.f) {
			return NoKey, nil
		}
		if v.i, err = toInt(v); err != nil {
			return NoKey, nil
		}
	}
	return v.i, nil
}

// NoKey is a key that no row has.
const NoKey = math.MinInt64

// compute runs the code of an expression.
func (c *Client) compute(e Expr) (value, error) {
	stack := c.stack[:0]
	for i := e.from; i < e.to; i++ {
		in := &c.s.code[i]
		switch in.op {
		case constant:
			stack = append(stack, in.v)
			continue
		case fetch:
			stack = append(stack, c.vars[in.n])
			continue
		}
		n := in.arguments()
		args := stack[len(stack)-n:]
		v, err := c.apply(in.op, args)
		if err != nil {
			return value{}, err
		}
		stack = append(stack[:len(stack)-n], v)
	}
	c.stack = stack[:0] // keeps what it has grown to
	return stack[0], nil
}

func (in *instruction) arguments() int {
	switch in.op {
	case negate:
		return 1
	case add, subtract, multiply, divide, modulo:
		return 2
	}
	return in.n
}

func (c *Client) apply(op opcode, a []value) (value, error) {
	switch op {
	case negate:
		if a[0].double {
			return double(-a[0].f), nil
		}
		return difference(0, a[0].i)
	case add, subtract, multiply, divide:
		if a[0].double || a[1].double {
			return double(arithmetic(op, a[0].real(), a[1].real())), nil
		}
		return integer(op, a[0].i, a[1].i)
	case modulo:
		x, err1 := toInt(a[0])
		y, err2 := toInt(a[1])
		switch {
		case err1 != nil || err2 != nil:
			return value{}, errRange
		case y == 0:
			return value{}, errDivision
		case y == -1: // the quotient may be too large
			return whole(0), nil
		}
		return whole(x % y), nil
	case funcLeast, funcGreatest:
		return extreme(a, op == funcLeast), nil
	case funcRandom, funcExponential, funcGaussian, funcZipfian:
		return c.draw(op, a)
	}
	return function(op, a)
}

// integer is a step of integer arithmetic.
func integer(op opcode, x, y int64) (value, error) {
	switch op {
	case add:
		if sum := x + y; (x < 0) == (y < 0) && (sum < 0) != (x < 0) {
			return value{}, errRange
		}
		return whole(x + y), nil
	case subtract:
		return difference(x, y)
	case multiply:
		p := x * y
		if x != 0 && (p/x != y || x == -1 && y == math.MinInt64) {
			return value{}, errRange
		}
		return whole(p), nil
	}
	switch {
	case y == 0:
		return value{}, errDivision
	case y == -1:
		return difference(0, x)
	}
	return whole(x / y), nil
}

func difference(x, y int64) (value, error) {
	d := x - y
	if (x < 0) != (y < 0) && (d < 0) != (x < 0) {
		return value{}, errRange
	}
	return whole(d), nil
}

// arithmetic is a step of floating-point arithmetic.
func arithmetic(op opcode, x, y float64) float64 {
	switch op {
	case add:
		return x + y
	case subtract:
		return x - y
	case multiply:
		return float64(x * y)
	}
	return x / y
}

// extreme returns the least or the greatest value, a double if one of them is.
func extreme(a []value, least bool) value {
	best, asDouble := a[0], a[0].double
	for _, v := range a[1:] {
		asDouble = asDouble || v.double
		below := v.real() < best.real()
		if !v.double && !best.double {
			below = v.i < best.i
		}
		if below == least {
			best = v
		}
	}
	if asDouble {
		return double(best.real())
	}
	return best
}

func function(op opcode, a []value) (value, error) {
	switch op {
	case funcPi:
		return double(math.Pi), nil
	case funcAbs:
		if a[0].double {
			return double(math.Abs(a[0].f)), nil
		}
		if a[0].i < 0 {
			return difference(0, a[0].i)
		}
		return a[0], nil
	case funcInt:
		n, err := toInt(a[0])
		return whole(n), err
	case funcDouble:
		return double(a[0].real()), nil
	case funcExp:
		return double(exp(a[0].real())), nil
	case funcPower:
		return power(a[0].real(), a[1].real())
	}
	x := a[0].real()
	switch {
	case op == funcLn && x > 0:
		return double(math.Log(x)), nil
	case op == funcSqrt && x >= 0:
		return double(math.Sqrt(x)), nil
	}
	return value{}, errArgument
}

// power is pow for any base; a negative one needs a whole exponent.
func power(x, y float64) (value, error) {
	switch {
	case x > 0:
		return double(pow(x, y)), nil
	case y == 0:
		return double(1), nil
	case x == 0 && y > 0:
		return double(0), nil
	case x == 0 || y != math.Trunc(y):
		return value{}, errArgument
	}
	p := pow(-x, y)
	if math.Mod(y, 2) != 0 {
		p = -p
	}
	return double(p), nil
}

// toInt rounds to the nearest integer (coerceToInt of pgbench.c).
func toInt(v value) (int64, error) {
	if !v.double {
		return v.i, nil
	}
	f := math.RoundToEven(v.f)
	if !(f >= math.MinInt64 && f < -math.MinInt64) {
		return 0, errRange
	}
	return int64(f), nil
}

// draw is random and its like.
func (c *Client) draw(op opcode, a []value) (value, error) {
	least, err1 := toInt(a[0])
	most, err2 := toInt(a[1])
	if err1 != nil || err2 != nil {
		return value{}, errRange
	}
	if least > most {
		return value{}, errEmpty
	}
	span := most - least + 1
	if span <= 0 { // pgbench refuses it, too: "random range is too large"
		return value{}, errRange
	}
	if op == funcRandom {
		return whole(least + c.random.Below(span)), nil
	}
	param := a[2].real()
	switch {
	case op == funcGaussian && minGaussian <= param && param < math.Inf(1):
		return whole(least + gaussian(c.random, span, param)), nil
	case op == funcExponential && 0 < param && param < math.Inf(1):
		return whole(least + exponential(c.random, span, param)), nil
	case op == funcZipfian && minZipfian <= param && param <= maxZipfian:
		return whole(least + zipfian(c.random, span, param)), nil
	}
	return value{}, errParameter
}
