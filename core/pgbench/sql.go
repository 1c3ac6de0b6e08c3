package pgbench

import (
	"slices"
	"strings"
)

// tableNames are pgbench's tables in the order of [Table], with their keys, their
// balances and all their columns.
var tableNames = [...]struct {
	name, key, balance string
	columns            []string
}{
	{"accounts", "aid", "abalance", []string{"aid", "bid", "abalance", "filler"}},
	{"tellers", "tid", "tbalance", []string{"tid", "bid", "tbalance", "filler"}},
	{"branches", "bid", "bbalance", []string{"bid", "bbalance", "filler"}},
	{"history", "", "", []string{"tid", "bid", "aid", "delta", "mtime", "filler"}},
}

func (p *parser) statement(op *Op) {
	if p.tok.kind != word {
		p.unexpected(legalMeta + ": " + legalSQL)
	}
	first := p.tok.text
	switch first {
	case "begin", "start":
		p.advance()
		if first == "start" {
			p.want("transaction")
		} else {
			p.optional("work", "transaction")
		}
		if p.inBlock {
			p.fail("BEGIN", "comes inside of a transaction", "END or COMMIT before it")
		}
		op.Kind, p.inBlock, p.began, p.updates = Begin, true, op.Line, 0
		return
	case "end", "commit":
		p.advance()
		p.optional("work", "transaction")
		if !p.inBlock {
			p.fail(strings.ToUpper(first), "ends no transaction", "BEGIN before it")
		}
		op.Kind, p.inBlock = End, false
		return
	case "select":
		p.selectRow(op)
	case "update":
		p.update(op)
	case "insert":
		p.insert(op)
	default:
		p.fail(strings.ToUpper(first), "is no statement of the lab's server", legalSQL)
	}
	op.Alone = !p.inBlock
	if op.Kind == Update {
		if op.Alone {
			p.updates = 0
		}
		p.updates++
		p.s.MostUpdates = max(p.s.MostUpdates, p.updates)
	}
}

// sql goes to the next token of a statement, which may be on a further line.
func (p *parser) sql() {
	p.advance()
	p.overLines()
}

// want passes over a word or symbol that has to come.
func (p *parser) want(text string) {
	p.accept(text)
	p.advance()
}

// wantMore is want where the statement goes on, maybe on a further line.
func (p *parser) wantMore(text string) {
	p.accept(text)
	p.sql()
}

func (p *parser) accept(text string) {
	if !p.is(text) {
		p.unexpected(strings.ToUpper(text))
	}
}

func (p *parser) optional(words ...string) {
	for _, w := range words {
		if p.is(w) {
			p.advance()
			return
		}
	}
}

// table reads the name of a table that the statement can be about.
func (p *parser) table(legal ...Table) Table {
	if p.tok.kind == word {
		for _, t := range legal {
			if strings.TrimPrefix(p.tok.text, "pgbench_") == tableNames[t].name {
				p.sql()
				return t
			}
		}
	}
	names := make([]string, len(legal))
	for i, t := range legal {
		names[i] = "pgbench_" + tableNames[t].name
	}
	p.unexpected(strings.Join(names, ", ") + " in this statement")
	return 0
}

// columns reads names of columns up to a word or symbol.
func (p *parser) columns() []token {
	var list []token
	for {
		if p.tok.kind != word {
			p.unexpected("the name of a column")
		}
		list = append(list, p.tok)
		p.sql()
		if !p.is(",") {
			return list
		}
		p.sql()
	}
}

// checkColumns fails if the table lacks one of the columns.
func (p *parser) checkColumns(list []token, t Table) {
	for _, c := range list {
		if !slices.Contains(tableNames[t].columns, c.text) {
			p.tok.line = c.line
			p.fail(c.text, "is no column of pgbench_"+tableNames[t].name, strings.Join(tableNames[t].columns, ", "))
		}
	}
}

func (p *parser) selectRow(op *Op) {
	p.sql()
	var list []token
	if p.is("*") {
		p.sql()
	} else {
		list = p.columns()
	}
	p.wantMore("from")
	op.Kind, op.Table = Select, p.table(Accounts)
	p.checkColumns(list, op.Table)
	p.where(op)
}

// where reads WHERE key = value, which ends the statement.
func (p *parser) where(op *Op) {
	p.wantMore("where")
	p.wantMore(tableNames[op.Table].key)
	p.wantMore("=")
	op.Value = p.expression(p.operand)
}

func (p *parser) update(op *Op) {
	p.sql()
	op.Kind, op.Table = Update, p.table(Accounts, Tellers, Branches)
	balance := tableNames[op.Table].balance
	p.wantMore("set")
	p.wantMore(balance)
	p.wantMore("=")
	// What the balance becomes costs no page: it is read for its variables only.
	for {
		switch {
		case p.tok.kind == variable:
			p.known()
		case p.tok.kind == number, p.is(balance):
			p.advance()
		case p.is("-"):
			p.sql()
			continue
		default:
			p.unexpected(balance + ", a variable or a number")
		}
		p.overLines()
		if !p.is("+") && !p.is("-") {
			break
		}
		p.sql()
	}
	p.where(op)
}

func (p *parser) insert(op *Op) {
	p.sql()
	p.wantMore("into")
	op.Kind, op.Table = Insert, p.table(History)
	columns := len(tableNames[History].columns)
	if p.is("(") {
		p.sql()
		list := p.columns()
		p.checkColumns(list, History)
		columns = len(list)
		p.wantMore(")")
	}
	p.wantMore("values")
	p.wantMore("(")
	for n := 1; ; n++ {
		p.inserted()
		if !p.is(",") {
			break
		}
		if n == columns {
			p.unexpected("a value for each of the " + decimal(columns) + " columns")
		}
		p.sql()
	}
	p.want(")")
}

// inserted reads a value of INSERT.
func (p *parser) inserted() {
	if p.is("-") {
		p.sql()
	}
	switch {
	case p.tok.kind == variable:
		p.known()
		p.overLines()
	case p.tok.kind == number, p.tok.kind == quoted, p.is("current_timestamp"), p.is("null"):
		p.sql()
	case p.is("now"):
		p.sql()
		p.wantMore("(")
		p.wantMore(")")
	default:
		p.unexpected("a variable, a number, a string, NULL, CURRENT_TIMESTAMP or now()")
	}
}
