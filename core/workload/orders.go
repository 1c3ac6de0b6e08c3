package workload

// Orders remembers where the orders are that were made, or delivered, since the
// database was loaded.
type Orders struct {
	// By order remembered:
	number    []int32 // its number in the district, from 0
	page      []int32 // of its row
	lines     []int32 // first page of its lines
	linesEnd  []int32 // last page of its lines
	onFirst   []int8  // how many are on the first
	waiting   []int32 // page of its row in new_order
	leaf      []int32 // of orders_pkey, order_line_pkey, new_order_pkey
	lineLeaf  []int32
	waitLeaf  []int32
	following []int32 // the next new order of the district, -1: none
	before    []int32 // the new order before it

	// By district:
	next      []int32 // number of the next order
	delivered []int32 // number of the oldest order that waits for delivery
	newest    []int32 // the last new order, -1: none
	oldest    []int32 // the oldest new order that waits for delivery, -1: none yet

	known Moved // initial orders that have been delivered: row to order remembered
	last  Moved // customers with a new order: row to the last one
}

func newOrders(districts int64) Orders {
	o := Orders{
		next: make([]int32, districts), delivered: make([]int32, districts),
		newest: make([]int32, districts), oldest: make([]int32, districts),
	}
	for d := range districts {
		o.next[d] = OrdersPerDistrict
		o.delivered[d] = OrdersPerDistrict - NewOrdersPerDistrict
		o.newest[d], o.oldest[d] = -1, -1
	}
	return o
}

// Placed is where an order is: pages of the tables and leaves of the indexes.
type Placed struct {
	District, Number         int64
	Page                     int64 // of its row
	Lines, LinesEnd          int64 // pages of its lines, maybe others between them
	OnFirst                  int   // how many lines are on the first of them
	Waiting                  int64 // page of its row in new_order, -1 if it was delivered
	Leaf, LineLeaf, WaitLeaf int32
	id                       int32 // the order remembered, -1 if it is as loaded
}

// NextNumber returns the number that a district's next order will have.
func (t *DBT2) NextNumber(district int64) int64 { return int64(t.Orders.next[district]) }

// Add remembers a new order. It has taken its number with its district's row
// locked, so orders of a district come in the order of their numbers.
func (t *DBT2) Add(p *Placed) {
	o := &t.Orders
	d := p.District
	p.Number = int64(o.next[d])
	o.next[d]++
	id := o.remember(p)
	before := o.newest[d]
	o.before[id] = before
	if before >= 0 {
		o.following[before] = id
	}
	o.newest[d] = id
	if o.oldest[d] < 0 {
		o.oldest[d] = id
	}
	o.last.Put(customerRowOf(d, t.OrderedBy(d, p.Number)), int64(id))
}

func (o *Orders) remember(p *Placed) int32 {
	id := int32(len(o.number))
	o.number = append(o.number, int32(p.Number))
	o.page = append(o.page, int32(p.Page))
	o.lines = append(o.lines, int32(p.Lines))
	o.linesEnd = append(o.linesEnd, int32(p.LinesEnd))
	o.onFirst = append(o.onFirst, int8(p.OnFirst))
	o.waiting = append(o.waiting, int32(p.Waiting))
	o.leaf = append(o.leaf, p.Leaf)
	o.lineLeaf = append(o.lineLeaf, p.LineLeaf)
	o.waitLeaf = append(o.waitLeaf, p.WaitLeaf)
	o.following = append(o.following, -1)
	o.before = append(o.before, -1)
	p.id = id
	return id
}

// remembered returns an order that was remembered.
func (t *DBT2) remembered(district int64, id int32) Placed {
	o := &t.Orders
	return Placed{
		District: district, Number: int64(o.number[id]), Page: int64(o.page[id]),
		Lines: int64(o.lines[id]), LinesEnd: int64(o.linesEnd[id]), OnFirst: int(o.onFirst[id]),
		Waiting: int64(o.waiting[id]),
		Leaf:    o.leaf[id], LineLeaf: o.lineLeaf[id], WaitLeaf: o.waitLeaf[id], id: id,
	}
}

// loaded returns an order of the initial database.
func (t *DBT2) loaded(district, number int64) Placed {
	row := orderRowOf(district, number)
	if id, ok := t.Orders.known.At(row); ok {
		return t.remembered(district, int32(id))
	}
	first := row * LinesPerOrder
	p := Placed{
		District: district, Number: number, Page: row / t.Order.perPage,
		Lines: first / t.OrderLine.perPage, LinesEnd: (first + LinesPerOrder - 1) / t.OrderLine.perPage,
		OnFirst: int(min(LinesPerOrder, t.OrderLine.perPage-first%t.OrderLine.perPage)),
		Waiting: -1, Leaf: t.OrderKey.Leaf(row), LineLeaf: t.OrderLineKey.Leaf(first), id: -1,
	}
	if waits := number - (OrdersPerDistrict - NewOrdersPerDistrict); waits >= 0 {
		waiting := district*NewOrdersPerDistrict + waits
		p.Waiting = waiting / t.NewOrder.perPage
		p.WaitLeaf = t.NewOrderKey.Leaf(waiting)
	}
	return p
}

// LastOf returns the last order of a customer.
func (t *DBT2) LastOf(district, customer int64) Placed {
	if id, ok := t.Orders.last.At(customerRowOf(district, customer)); ok {
		return t.remembered(district, int32(id))
	}
	return t.loaded(district, firstOrder(district, customer))
}

// Recent calls visit for the last n orders of a district, the newest first.
func (t *DBT2) Recent(district, n int64, visit func(Placed)) {
	o := &t.Orders
	for id := o.newest[district]; id >= 0 && n > 0; id = o.before[id] {
		visit(t.remembered(district, id))
		n--
	}
	for number := int64(OrdersPerDistrict - 1); n > 0; number-- {
		visit(t.loaded(district, number))
		n--
	}
}

// Oldest returns the oldest order of a district that waits for delivery; ok is
// false if there is none.
func (t *DBT2) Oldest(district int64) (p Placed, ok bool) {
	o := &t.Orders
	number := int64(o.delivered[district])
	switch {
	case number >= int64(o.next[district]):
		return Placed{}, false
	case number < OrdersPerDistrict:
		return t.loaded(district, number), true
	}
	return t.remembered(district, o.oldest[district]), true
}

// WaitingPages calls visit for each page of new_order that holds an order of a
// district waiting for delivery, in the order of their numbers; a page that comes
// twice in a row counts once.
func (t *DBT2) WaitingPages(district int64, visit func(page int64)) {
	o := &t.Orders
	was := int64(-1)
	see := func(page int64) {
		if page != was {
			visit(page)
			was = page
		}
	}
	first := int64(o.delivered[district]) - (OrdersPerDistrict - NewOrdersPerDistrict)
	base := district * NewOrdersPerDistrict
	for row := base + first; row < base+NewOrdersPerDistrict; row += t.NewOrder.perPage - row%t.NewOrder.perPage {
		see(row / t.NewOrder.perPage)
	}
	for id := o.oldest[district]; id >= 0; id = o.following[id] {
		see(int64(o.waiting[id]))
	}
}

// Deliver records that the oldest order of its district has been delivered and
// where its row and its lines are now.
func (t *DBT2) Deliver(p *Placed) {
	o := &t.Orders
	d := p.District
	p.Waiting = -1
	o.delivered[d]++
	if p.id < 0 {
		o.known.Put(orderRowOf(d, p.Number), int64(o.remember(p)))
		return
	}
	o.page[p.id], o.waiting[p.id] = int32(p.Page), -1
	o.lines[p.id], o.linesEnd[p.id], o.onFirst[p.id] = int32(p.Lines), int32(p.LinesEnd), int8(p.OnFirst)
	o.oldest[d] = o.following[p.id]
}
