//go:build !invariants && !js

package cases

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// verdict is what a check came to.
type verdict struct {
	holds bool
	left  float64 // the first side, the figure that a miss records
	text  string
}

// scope gives names their values.
type scope func(name string) (float64, error)

// judge evaluates a check.
func judge(text string, value scope) (verdict, error) {
	p := &expression{words: words(text), value: value}
	left, err := p.sum()
	if err != nil {
		return verdict{}, err
	}
	v := verdict{holds: true, left: left, text: figure(left)}
	if p.done() {
		return v, fmt.Errorf("%q compares nothing", text)
	}
	for at := left; !p.done(); {
		op := p.take()
		right, err := p.sum()
		if err != nil {
			return v, err
		}
		v.text += " " + op + " " + figure(right)
		switch op {
		case "<":
			v.holds = v.holds && at < right
		case ">":
			v.holds = v.holds && at > right
		case "<=":
			v.holds = v.holds && at <= right
		case ">=":
			v.holds = v.holds && at >= right
		case "=":
			within, err := p.tolerance(right)
			if err != nil {
				return v, err
			}
			v.text += " ± " + figure(within)
			v.holds = v.holds && math.Abs(at-right) <= within
		case "in":
			if p.take() != ".." {
				return v, fmt.Errorf("%q lacks ..", text)
			}
			most, err := p.sum()
			if err != nil {
				return v, err
			}
			v.text += ".." + figure(most)
			v.holds = v.holds && right <= at && at <= most
		default:
			return v, fmt.Errorf("%q has %q where it should compare", text, op)
		}
		at = right
	}
	return v, nil
}

func figure(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }

// expression reads sums of products from left to right.
type expression struct {
	words []string
	value scope
}

func (p *expression) done() bool { return len(p.words) == 0 }

func (p *expression) peek() string {
	if p.done() {
		return ""
	}
	return p.words[0]
}

func (p *expression) take() string {
	w := p.peek()
	if w != "" {
		p.words = p.words[1:]
	}
	return w
}

// tolerance reads what follows "=": nothing, ± n or ± n%.
func (p *expression) tolerance(of float64) (float64, error) {
	if p.peek() != "±" {
		return 0, nil
	}
	p.take()
	by, err := p.factor()
	if err == nil && p.peek() == "%" {
		p.take()
		by = by / 100 * math.Abs(of)
	}
	return by, err
}

func (p *expression) sum() (float64, error) {
	left, err := p.product()
	for err == nil && (p.peek() == "+" || p.peek() == "-") {
		op := p.take()
		var right float64
		if right, err = p.product(); op == "-" {
			right = -right
		}
		left += right
	}
	return left, err
}

func (p *expression) product() (float64, error) {
	left, err := p.factor()
	for err == nil && (p.peek() == "*" || p.peek() == "/") {
		op := p.take()
		var right float64
		if right, err = p.factor(); op == "/" {
			left /= right
		} else {
			left *= right
		}
	}
	return left, err
}

func (p *expression) factor() (float64, error) {
	w := p.take()
	switch w {
	case "(", "floor":
		if w == "floor" && p.take() != "(" {
			return 0, fmt.Errorf("floor without (")
		}
		v, err := p.sum()
		if err == nil && p.take() != ")" {
			err = fmt.Errorf("a ) is missing")
		}
		if w == "floor" {
			v = math.Floor(v)
		}
		return v, err
	}
	if f, err := strconv.ParseFloat(w, 64); err == nil {
		return f, nil
	}
	return p.value(w)
}

// words splits an expression. Names may have dots and a colon, numbers a point.
func words(text string) []string {
	for _, op := range []string{"(", ")", "*", "/", "±", "%", "..", "<", ">", "="} {
		text = strings.ReplaceAll(text, op, " "+op+" ")
	}
	for _, op := range []string{"<", ">"} {
		text = strings.ReplaceAll(text, op+"  =", op+"=")
	}
	return strings.Fields(text)
}
