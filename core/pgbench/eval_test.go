package pgbench

import (
	"math"
	"testing"

	"clocksweep/core/sim"
)

// counter is a generator that fuzzing can go through fast.
type counter struct{ n uint64 }

func (c *counter) Below(n int64) int64 { return int64(c.next() % uint64(n)) }
func (c *counter) Float() float64      { return float64(c.next()>>11) / (1 << 53) }
func (c *counter) next() uint64 {
	c.n += 0x9e3779b97f4a7c15
	return (c.n ^ c.n>>29) * 0xbf58476d1ce4e5b9
}

// fair is sim.Rand as a generator.
type fair struct{ r sim.Rand }

func (f *fair) Below(n int64) int64 { return f.r.Intn(n) }
func (f *fair) Float() float64      { return f.r.Float64() }

// last returns the value of the last variable that the script sets.
func last(t *testing.T, text string) (value, error) {
	t.Helper()
	s := parse(t, text)
	c := s.NewClient(&fair{sim.NewRand(1, "t")}, 20, 3, 42)
	for i := range s.Ops {
		if _, err := c.Eval(&s.Ops[i]); err != nil {
			return value{}, err
		}
	}
	return c.vars[len(c.vars)-1], nil
}

func TestExpressions(t *testing.T) {
	for _, test := range []struct {
		text string
		want value
	}{
		{"1 + 2 * 3", whole(7)}, {"(1 + 2) * 3", whole(9)}, {"7 / 2", whole(3)}, {"-7 / 2", whole(-3)},
		{"-7 % 3", whole(-1)}, {"7 / 2.0", double(3.5)}, {"- - 5", whole(5)}, {"10 - 2 - 3", whole(5)},
		{"100000 * :scale", whole(2_000_000)}, {":client_id + :random_seed", whole(45)},
		{"abs(-3)", whole(3)}, {"abs(-3.5)", double(3.5)}, {"int(2.5)", whole(2)}, {"int(3.5)", whole(4)},
		{"double(3)", double(3)}, {"greatest(1, 3, 2)", whole(3)}, {"least(1.5, 3)", double(1.5)}, {"least(2, 1, 3.0)", double(1)},
		{"sqrt(16)", double(4)}, {"mod(9, 4)", whole(1)}, {"int(pow(2, 10))", whole(1024)},
		{"power(0, 0)", double(1)}, {"ln(1)", double(0)}, {"pi()", double(math.Pi)},
		{"9223372036854775807", whole(math.MaxInt64)}, {"-9223372036854775807 - 1", whole(math.MinInt64)},
		{"random(5, 5)", whole(5)}, {"+3", whole(3)},
	} {
		got, err := last(t, `\set x `+test.text)
		if err != nil || got != test.want {
			t.Errorf("%s is %+v, %v, want %+v", test.text, got, err, test.want)
		}
	}
}

func TestErrorsOfEvaluation(t *testing.T) {
	for text, want := range map[string]error{
		"1 / 0": errDivision, "1 % 0": errDivision, "9223372036854775807 + 1": errRange, "9223372036854775807 * 2": errRange,
		"-9223372036854775807 - 2": errRange, "-(-9223372036854775807 - 1)": errRange, "(-9223372036854775807 - 1) / -1": errRange,
		"int(1e300)": errRange, "random(2, 1)": errEmpty, "random(-9223372036854775807, 9223372036854775807)": errRange,
		"random_zipfian(1, 10, 1)": errParameter, "random_gaussian(1, 10, 1.9)": errParameter, "random_exponential(1, 10, 0)": errParameter,
		"random_gaussian(1, 10, power(10, 400))": errParameter, "ln(0)": errArgument, "sqrt(-1)": errArgument, "power(-2, 0.5)": errArgument,
	} {
		if got, err := last(t, `\set x `+text); err != want {
			t.Errorf("%s is %+v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"\\sleep 2148", "\\sleep 9223372036854775807 us", "\\sleep 2147484 ms"} {
		if _, err := parse(t, text).Try(&fair{}, 1); err != errSleep {
			t.Errorf("%s: %v", text, err)
		}
	}
	s := parse(t, "\\set x 1\n\\set y 5 / (:x - 1)")
	if op, err := s.Try(&fair{}, 1); err != errDivision || op.Line != 2 {
		t.Errorf("the trial found %v in %+v", err, op)
	}
}

func TestKeysAndSleep(t *testing.T) {
	s := parse(t, "SELECT * FROM accounts WHERE aid = 2.0; SELECT * FROM accounts WHERE aid = 2.5; \\sleep 3 ms; \\sleep -1; \\sleep 2")
	c := s.NewClient(&fair{}, 1, 0, 0)
	for i, want := range []int64{2, NoKey, 3_000_000, 0, 2_000_000_000} {
		if got, err := c.Eval(&s.Ops[i]); got != want || err != nil {
			t.Errorf("operation %d gives %d, %v, want %d", i, got, err, want)
		}
	}
}

// shares draws often and returns the share of each number, counted from 1.
func shares(t *testing.T, text string, n int) []float64 {
	t.Helper()
	s := parse(t, `\set x `+text)
	c := s.NewClient(&fair{sim.NewRand(7, "shares")}, 1, 0, 0)
	const draws = 400_000
	count := make([]float64, n+1)
	for range draws {
		if _, err := c.Eval(&s.Ops[0]); err != nil {
			t.Fatal(err)
		}
		x := c.vars[len(c.vars)-1].i
		if x < 1 || x > int64(n) {
			t.Fatalf("%s gave %d", text, x)
		}
		count[x] += 1.0 / draws
	}
	return count
}

// TestDistributions compares with the probabilities that pgbench's documentation
// states.
func TestDistributions(t *testing.T) {
	phi := func(x float64) float64 { return math.Erf(x/math.Sqrt2) / 2 }
	zipf := 0.0
	for k := 1.0; k <= 10; k++ {
		zipf += math.Pow(k, -1.3)
	}
	for _, test := range []struct {
		text string
		p    func(k float64) float64
	}{
		{"random(1, 10)", func(k float64) float64 { return 0.1 }},
		{"random_exponential(1, 10, 2.5)", func(k float64) float64 {
			return (math.Exp(-2.5*(k-1)/10) - math.Exp(-2.5*k/10)) / (1 - math.Exp(-2.5))
		}},
		{"random_gaussian(1, 10, 2.5)", func(k float64) float64 {
			return (phi(5*(k/10-0.5)) - phi(5*((k-1)/10-0.5))) / (2 * phi(2.5))
		}},
		{"random_zipfian(1, 10, 1.3)", func(k float64) float64 { return math.Pow(k, -1.3) / zipf }},
	} {
		got := shares(t, test.text, 10)
		for k := 1; k <= 10; k++ {
			if want := test.p(float64(k)); math.Abs(got[k]-want) > 0.003 {
				t.Errorf("%s: %d has a share of %.4f, want %.4f", test.text, k, got[k], want)
			}
		}
	}
}

func TestFunctionsOfMath(t *testing.T) {
	r := sim.NewRand(3, "math")
	near := func(a, b float64) bool { return math.Abs(a-b) <= 4e-15*math.Abs(b)+1e-16 }
	for range 20_000 {
		x := 40 * (r.Float64() - 0.5)
		u := r.Float64()
		if !near(exp(x), math.Exp(x)) || math.Abs(sinTurn(u)-math.Sin(2*math.Pi*u)) > 2e-15 {
			t.Fatalf("exp(%v) = %v, want %v; sine of %v turns = %v, want %v", x, exp(x), math.Exp(x), u, sinTurn(u), math.Sin(2*math.Pi*u))
		}
	}
	if exp(800) != math.Inf(1) || exp(-800) != 0 || exp(0) != 1 || math.Abs(sinTurn(0.25)-1) > 1e-15 || sinTurn(0) != 0 {
		t.Error("a corner is wrong")
	}
}

// TestNoAllocation: a transaction's variables cost no memory.
func TestNoAllocation(t *testing.T) {
	s := parse(t, tpcb+`\set z random_zipfian(1, 1000, 1.1) + random_gaussian(1, 1000, 3) * random_exponential(1, 5, 3.0)`)
	c := s.NewClient(&fair{sim.NewRand(1, "t")}, 10, 0, 0)
	if n := testing.AllocsPerRun(1000, func() {
		for i := range s.Ops {
			if _, err := c.Eval(&s.Ops[i]); err != nil {
				t.Fatal(err)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations a transaction", n)
	}
}
