package server

import (
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
	"clocksweep/core/workload"
)

// The transactions of DBT-2, as its stored functions for PostgreSQL 0.37 of 2007
// execute them: statement by statement, each planned anew, without a round trip to
// the client between them. They read and change stock in the terminal's own
// warehouse only, and read all of a district's waiting orders to find the oldest.

// dbt2 is the database in the server.
type dbt2 struct {
	*workload.DBT2
	warehouse, district, customer, history, newOrder, order, orderLine, item, stock table

	newOrderKey, orderKey, orderCustomer, orderLineKey, customerName *index
	statementNs                                                      int64 // processor time of one statement
}

// numTables is the number of tables in backend.targets.
const numTables = 9

// createDBT2 lays out tables and indexes in the order in which DBT-2 loads them.
func (s *Server) createDBT2(sc *scenario.Scenario, bits int64) {
	rules := workload.DBT2Rules{Since83: sc.Since("8.3"), Since84: sc.Since("8.4"), Since12: sc.Since("12")}
	db := workload.NewDBT2(bits, sc.Int(scenario.Scale), sc.Seed(), rules)
	d := &dbt2{DBT2: db, statementNs: s.transactionNs * 100 / workload.MeanStatements()}
	s.dbt2 = d
	number := 0
	make := func(t *table, name string, rows *workload.Table, keys ...*index) {
		*t = table{rows: rows, keys: keys, number: number}
		number++
		t.heapTable = heapTable{rel: s.newRelation(name, rows.Pages()), heap: rows.Heap, tuple: rows.Tuple, item: rows.Item}
	}
	key := func(tree *workload.Tree) *index { return &index{tree: tree} }
	d.customerName = key(&db.CustomerName)
	d.customerName.at = func(row int64) int64 {
		return db.NameRow(row/workload.CustomersPerDistrict, row%workload.CustomersPerDistrict)
	}
	d.newOrderKey, d.orderKey = key(&db.NewOrderKey), key(&db.OrderKey)
	d.orderCustomer, d.orderLineKey = key(&db.OrderCustomer), key(&db.OrderLineKey)

	make(&d.warehouse, "warehouse", &db.Warehouse, key(&db.WarehouseKey))
	make(&d.district, "district", &db.District, key(&db.DistrictKey))
	make(&d.customer, "customer", &db.Customer, key(&db.CustomerKey), d.customerName)
	make(&d.history, "history", &db.History)
	make(&d.newOrder, "new_order", &db.NewOrder, d.newOrderKey)
	make(&d.order, "orders", &db.Order, d.orderKey, d.orderCustomer)
	make(&d.orderLine, "order_line", &db.OrderLine, d.orderLineKey)
	make(&d.item, "item", &db.Item, key(&db.ItemKey))
	make(&d.stock, "stock", &db.Stock, key(&db.StockKey))
	names := [...]string{"pk_warehouse", "pk_district", "pk_customer", "i_customer", "pk_new_order", "pk_orders",
		"i_orders", "pk_order_line", "pk_item", "pk_stock"}
	i := 0
	for _, t := range d.tables() {
		for _, x := range t.keys {
			x.rel = s.newRelation(names[i], x.tree.Pages())
			i++
		}
	}
	if sc.Since("8.4") {
		for _, t := range d.tables() {
			s.createMaps(t)
		}
	}
}

func (d *dbt2) tables() []*table {
	return []*table{&d.warehouse, &d.district, &d.customer, &d.history, &d.newOrder, &d.order, &d.orderLine, &d.item, &d.stock}
}

// createMaps makes the maps of a table as VACUUM leaves them; up to 9.2 only the
// visibility map matters to the workload.
func (s *Server) createMaps(t *table) {
	last := t.heap.Pages() - 1
	if !s.mapped {
		t.vm = s.newFork(t.rel, visibilityFork, last/s.coverage+1)
		return
	}
	s.createForksOf(&t.heapTable)
	t.vm = t.visibility
}

// mostStatements is more than the number of statements whose time passes together.
const mostStatements = 16

// statements lets the processor time of n statements pass, varying by up to a
// quarter either way.
func (b *backend) statements(n int64) {
	b.compute(int(b.input.Kind)*mostStatements+int(n), b.s.dbt2.statementNs*n)
}

// tpcc runs the transaction in b.input.
func (b *backend) tpcc() {
	switch b.input.Kind {
	case workload.NewOrder:
		if b.newOrder() {
			b.rollback()
			return
		}
	case workload.Payment:
		b.payment()
	case workload.OrderStatus:
		b.orderStatus()
	case workload.Delivery:
		b.deliver()
	default:
		b.stockLevel()
	}
	if b.xid == 0 { // it has changed nothing
		b.pay()
		b.end()
		return
	}
	b.commit()
}

// rollback ends a transaction whose changes nobody will see. Its record is not
// waited for.
func (b *backend) rollback() {
	b.commitRecord()
	b.use(0)
	b.end()
	b.rolledBack = true
}

// newOrder is TPC-C's clause 2.4. It reports whether the transaction is to be
// rolled back, because the last item does not exist.
func (b *backend) newOrder() (rollback bool) {
	d, in := b.s.dbt2, &b.input
	b.statements(6)
	b.get(&d.warehouse, in.Warehouse)
	b.getForUpdate(&d.district, in.District)
	b.set(&d.district, in.District, false)
	number := d.NextNumber(in.District)
	customer := d.OrderedBy(in.District, number)
	b.get(&d.customer, d.CustomerRow(in.District, customer))

	p := workload.Placed{District: in.District}
	waitRow := (in.District+1)*workload.NewOrdersPerDistrict - 1
	p.Waiting = b.add(&d.newOrder)
	p.WaitLeaf = b.insertEntry(d.newOrderKey, waitRow, d.NewOrderKey.Last(waitRow), false, true)
	row := (in.District+1)*workload.OrdersPerDistrict - 1
	p.Page = b.add(&d.order)
	p.Leaf = b.insertEntry(d.orderKey, row, d.OrderKey.Last(row), false, true)
	of := d.CustomerRow(in.District, customer)
	b.insertEntry(d.orderCustomer, of, d.orderCustomer.leafOf(of), false, false)

	line := (row+1)*workload.LinesPerOrder - 1
	var buf [workload.MostLines]int32
	items := d.Lines(in.District, number, buf[:])
	for i, item := range items {
		b.statements(4)
		if in.Rollback && i == len(items)-1 {
			return true
		}
		b.get(&d.item, int64(item))
		stock := d.StockRow(in.Warehouse, int64(item))
		b.get(&d.stock, stock)
		b.set(&d.stock, stock, true) // s_quantity is in the key
		p.LinesEnd = b.add(&d.orderLine)
		if i == 0 {
			p.Lines = p.LinesEnd
		}
		if p.LinesEnd == p.Lines {
			p.OnFirst++
		}
		p.LineLeaf = b.insertEntry(d.orderLineKey, line, d.OrderLineKey.Last(line), false, true)
	}
	d.Add(&p)
	return false
}

// payment is clause 2.5.
func (b *backend) payment() {
	d, in := b.s.dbt2, &b.input
	b.statements(4)
	b.get(&d.warehouse, in.Warehouse)
	b.set(&d.warehouse, in.Warehouse, false)
	b.get(&d.district, in.District)
	b.set(&d.district, in.District, false)
	b.statements(4)
	if in.Name >= 0 {
		b.byName(in.District, in.Name) // DBT-2 looks in the terminal's district
	}
	row := d.CustomerRow(in.CustomerDistrict, in.Customer)
	b.get(&d.customer, row)
	b.set(&d.customer, row, false)
	b.add(&d.history)
}

// byName reads the customers of a district with the given last name by the index
// on names.
func (b *backend) byName(district, name int64) {
	d := b.s.dbt2
	same := d.Named(name)
	row := d.CustomerRow(district, int64(same[0]))
	leaf := b.scan(d.customerName, d.customerName.place(row), d.customerName.leafOf(row))
	for _, customer := range same {
		page, _ := d.customer.rows.At(d.CustomerRow(district, int64(customer)))
		b.release(b.visitRow(&d.customer, page))
	}
	b.releaseLeaf(leaf)
}

// orderStatus is clause 2.6.
func (b *backend) orderStatus() {
	d, in := b.s.dbt2, &b.input
	b.statements(4)
	if in.Name >= 0 {
		b.byName(in.CustomerDistrict, in.Name)
	}
	row := d.CustomerRow(in.CustomerDistrict, in.Customer)
	b.get(&d.customer, row)
	p := d.LastOf(in.CustomerDistrict, in.Customer)
	leaf := b.scan(d.orderCustomer, row, d.orderCustomer.leafOf(row))
	b.release(b.visitRow(&d.order, p.Page))
	b.releaseLeaf(leaf)
	b.readLines(&p)
}

// readLines reads the lines of an order by the primary key.
func (b *backend) readLines(p *workload.Placed) {
	d := b.s.dbt2
	leaf := b.scan(d.orderLineKey, lineRow(p), p.LineLeaf)
	b.release(b.visitRow(&d.orderLine, p.Lines))
	if p.LinesEnd != p.Lines {
		b.release(b.visitRow(&d.orderLine, p.LinesEnd))
	}
	b.releaseLeaf(leaf)
}

// Rows of the initial database next to which an order's entries are.
func orderRow(p *workload.Placed) int64 {
	return p.District*workload.OrdersPerDistrict + min(p.Number, workload.OrdersPerDistrict-1)
}

func lineRow(p *workload.Placed) int64 {
	if p.Number >= workload.OrdersPerDistrict {
		return (orderRow(p)+1)*workload.LinesPerOrder - 1
	}
	return orderRow(p) * workload.LinesPerOrder
}

// deliver is clause 2.7: the oldest waiting order of each district.
func (b *backend) deliver() {
	for i := range int64(workload.Districts) {
		b.statements(8)
		b.deliverOne(b.input.Warehouse*workload.Districts + i)
	}
}

func (b *backend) deliverOne(district int64) {
	d := b.s.dbt2
	first := district * workload.NewOrdersPerDistrict
	b.readWaiting(district, first)
	b.lockRow(d.newOrder.rowOf(district)) // stands for the oldest order's row
	p, ok := d.Oldest(district)
	if !ok {
		return
	}
	b.releaseLeaf(b.scan(d.newOrderKey, first, p.WaitLeaf))
	b.remove(&d.newOrder, p.Waiting)

	row := orderRow(&p)
	b.releaseLeaf(b.scan(d.orderKey, row, p.Leaf))
	b.release(b.visitRow(&d.order, p.Page))
	b.releaseLeaf(b.scan(d.orderKey, row, p.Leaf))
	buf := b.visitRow(&d.order, p.Page)
	if to := b.newVersion(&d.order, p.Page, buf); to >= 0 || !b.s.hot {
		if to >= 0 {
			p.Page = to
		}
		p.Leaf = b.insertEntry(d.orderKey, row, p.Leaf, true, false)
		of := d.CustomerRow(district, d.OrderedBy(district, p.Number))
		b.insertEntry(d.orderCustomer, of, d.orderCustomer.leafOf(of), true, false)
		b.s.n.ColdUpdates++
	} else {
		b.s.n.HOTUpdates++
	}
	b.release(buf)
	b.deliverLines(&p)
	b.readLines(&p)
	b.set(&d.customer, d.CustomerRow(district, d.OrderedBy(district, p.Number)), false)
	d.Deliver(&p)
}

// readWaiting reads all waiting orders of a district: the leaves of its stretch
// of the index, with the entries of what was delivered on them, and the rows.
func (b *backend) readWaiting(district, first int64) {
	d := b.s.dbt2
	x := d.newOrderKey
	end := x.tree.Leaf(first + workload.NewOrdersPerDistrict - 1)
	b.releaseLeaf(b.scan(x, first, x.tree.Leaf(first)))
	for built := x.tree.Leaf(first); built <= end; built++ {
		for leaf := built; leaf >= 0; leaf = x.tree.Next(leaf) {
			b.release(b.read(x.rel, x.tree.LeafBlock(leaf)))
		}
	}
	d.WaitingPages(district, func(page int64) { b.release(b.visitRow(&d.newOrder, page)) })
}

// deliverLines is UPDATE order_line SET ol_delivery_d of an order's lines.
func (b *backend) deliverLines(p *workload.Placed) {
	d := b.s.dbt2
	var buf [workload.MostLines]int32
	n := len(d.Lines(p.District, p.Number, buf[:]))
	row := lineRow(p)
	leaf := b.scan(d.orderLineKey, row, p.LineLeaf)
	lines, end, onFirst := p.Lines, p.LinesEnd, p.OnFirst
	moved := false
	for i := range n {
		page := lines
		if i >= onFirst {
			page = end
		}
		at := b.visitRow(&d.orderLine, page)
		to := b.newVersion(&d.orderLine, page, at)
		if to < 0 && b.s.hot {
			b.s.n.HOTUpdates++
		} else {
			if to >= 0 {
				if !moved {
					p.Lines, p.OnFirst, moved = to, 0, true
				}
				if p.LinesEnd = to; to == p.Lines {
					p.OnFirst++
				}
			}
			p.LineLeaf = b.insertEntry(d.orderLineKey, row, p.LineLeaf, true, false)
			b.s.n.ColdUpdates++
		}
		b.release(at)
	}
	b.releaseLeaf(leaf)
}

// stockLevel is clause 2.8: the lines of the last 20 orders of a district, and for
// each line its stock.
func (b *backend) stockLevel() {
	d, in := b.s.dbt2, &b.input
	b.statements(workload.Statements[workload.StockLevel])
	const orders = 20
	b.get(&d.district, in.District)
	b.get(&d.district, in.District)
	d.Recent(in.District, orders, func(p workload.Placed) {
		b.readLines(&p)
		var buf [workload.MostLines]int32
		for _, item := range d.Lines(in.District, p.Number, buf[:]) {
			b.get(&d.stock, d.StockRow(in.Warehouse, int64(item)))
		}
	})
}

// tpccStats counts the transactions of each kind. Response times are those of the
// transactions that were not rolled back, as in DBT-2's report.
type tpccStats struct {
	latency   [workload.NumTPCC]sim.Histogram
	rollbacks [workload.NumTPCC]int64
}

// book counts the transaction that a backend has ended.
func (t *tpccStats) book(b *backend, latency int64) {
	if b.rolledBack {
		t.rollbacks[b.input.Kind]++
		b.rolledBack = false
		return
	}
	t.latency[b.input.Kind].Add(latency)
}

// types returns what each kind came to, in the order of DBT-2's report.
func (t *tpccStats) types() []result.TransactionType {
	var out []result.TransactionType
	for k := range t.latency {
		h := &t.latency[k]
		out = append(out, result.TransactionType{
			Name: workload.TPCCName[k], Count: h.Count + t.rollbacks[k], Rollbacks: t.rollbacks[k], Latency: result.PercentilesOf(h),
		})
	}
	return out
}
