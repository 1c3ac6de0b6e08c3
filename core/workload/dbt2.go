package workload

import "clocksweep/core/sim"

// What TPC-C has of everything for each warehouse (clause 1.2.1); items are the
// same 100,000 for all of them.
const (
	Districts            = 10
	CustomersPerDistrict = 3000
	OrdersPerDistrict    = 3000
	NewOrdersPerDistrict = 900 // the last of them, which wait for delivery
	Items                = 100_000
	LinesPerOrder        = 10 // on average; the orders of the initial database have just that many
	MostLines            = 15
	leastLines           = 5
)

// Table is a table of which each row is somewhere: a heap, and where the rows
// are that have left the page they were loaded on.
type Table struct {
	*Heap
	Tuple int64 // bytes
	Item  int64 // bytes a row takes on a page, line pointer included
	moved Moved
	found Moved // rows whose first version somebody has found dead
}

// newTable returns a table of so many rows, full and vacuumed.
func newTable(l RowLayout, rows int64, c columns, visible bool) Table {
	t := Table{Tuple: l.tuple(c)}
	t.Item = l.item(t.Tuple)
	perPage := (PageSize - pageHeader) / t.Item
	t.Heap = heapOf(rows, perPage, visible)
	return t
}

// At returns the page of the row's current version and the one it was loaded on.
func (t *Table) At(row int64) (now, first int64) {
	first = row / t.perPage
	if page, ok := t.moved.At(row); ok {
		return page, first
	}
	return first, first
}

// Move records that the row's current version is on page now.
func (t *Table) Move(row, page int64) { t.moved.Put(row, page) }

// FindDead reports whether the first version of a row, which has moved, is found
// dead now, for the first time: no later scan goes there.
func (t *Table) FindDead(row int64) bool {
	if _, known := t.found.At(row); known {
		return false
	}
	t.found.Put(row, 0)
	return true
}

// DBT2 is the database of OSDL's DBT-2, the nine tables of TPC-C with their
// indexes. Rows are numbered from 0 in the order of their keys: warehouse,
// district, customer or order.
type DBT2 struct {
	Warehouses int64

	Warehouse, District, Customer, History, NewOrder, Order, OrderLine, Item, Stock Table

	WarehouseKey, DistrictKey, CustomerKey, CustomerName, NewOrderKey,
	OrderKey, OrderCustomer, OrderLineKey, ItemKey, StockKey Tree

	Orders Orders
	names  names
	seed   uint64
}

// DBT2Rules are what the database depends on in a release: whether it is 8.3 or
// later, 8.4 (visibility map) and 12 (splits).
type DBT2Rules struct{ Since83, Since84, Since12 bool }

// NewDBT2 returns the database as DBT-2 loads it: tables in the order of their
// keys, full and vacuumed.
func NewDBT2(bits, warehouses int64, seed uint64, rules DBT2Rules) *DBT2 {
	l := RowLayoutOf(bits, rules.Since83)
	t := &DBT2{Warehouses: warehouses, seed: seed}
	table := func(rows int64, c columns) Table { return newTable(l, rows, c, rules.Since84) }
	tree := func(rows int64, key columns) Tree { return newTree(l, rows, key, rules.Since12) }
	districts := warehouses * Districts
	orders := districts * OrdersPerDistrict

	t.Warehouse, t.WarehouseKey = table(warehouses, warehouseRow), tree(warehouses, oneKey)
	t.District, t.DistrictKey = table(districts, districtRow), tree(districts, twoKeys)
	t.Customer = table(districts*CustomersPerDistrict, customerRow)
	t.CustomerKey = tree(districts*CustomersPerDistrict, threeKeys)
	t.CustomerName = tree(districts*CustomersPerDistrict, customerKey)
	t.History = table(orders, paymentRow)
	t.NewOrder = table(districts*NewOrdersPerDistrict, newOrderRow)
	t.NewOrderKey = tree(districts*NewOrdersPerDistrict, threeKeys)
	t.Order, t.OrderKey = table(orders, orderRow), tree(orders, threeKeys)
	t.OrderCustomer = tree(orders, threeKeys)
	t.OrderLine, t.OrderLineKey = table(orders*LinesPerOrder, orderLineRow), tree(orders*LinesPerOrder, fourKeys)
	t.Item, t.ItemKey = table(Items, itemRow), tree(Items, oneKey)
	t.Stock, t.StockKey = table(warehouses*Items, stockRow), tree(warehouses*Items, threeKeys)

	t.Orders = newOrders(districts)
	t.names = newNames()
	return t
}

// A customer's row, and the orders and lines of the initial database.
func customerRowOf(district, customer int64) int64 { return district*CustomersPerDistrict + customer }
func orderRowOf(district, number int64) int64      { return district*OrdersPerDistrict + number }

// CustomerRow returns the row of a customer of a district.
func (t *DBT2) CustomerRow(district, customer int64) int64 { return customerRowOf(district, customer) }

// StockRow returns the row of an item in a warehouse.
func (t *DBT2) StockRow(warehouse, item int64) int64 { return warehouse*Items + item }

// names are the last names of a district's customers, by the number of the name,
// 0 to 999 (clause 4.3.2.3): the first thousand customers have each one, the
// others draw theirs. It is the same in every district.
type names struct {
	sorted []int16 // customers in the order of their names
	rank   []int16 // by customer: place in sorted
	start  []int16 // by name: its first place in sorted
}

const lastNames = 1000

func newNames() names {
	rnd := sim.NewRand(0, "last names")
	var name [CustomersPerDistrict]int16
	var count [lastNames + 1]int16
	for c := range name {
		name[c] = int16(c)
		if c >= lastNames {
			name[c] = int16(nuRand(&rnd, nuName, lastNames))
		}
		count[name[c]+1]++
	}
	for i := range lastNames {
		count[i+1] += count[i]
	}
	n := names{make([]int16, CustomersPerDistrict), make([]int16, CustomersPerDistrict), append([]int16(nil), count[:]...)}
	for c, of := range name {
		n.sorted[count[of]] = int16(c)
		n.rank[c] = count[of]
		count[of]++
	}
	return n
}

// Named returns the customers of a district who have the given last name, in the
// order of their first names; there is at least one.
func (t *DBT2) Named(name int64) []int16 {
	return t.names.sorted[t.names.start[name]:t.names.start[name+1]]
}

// NameRow returns a customer's place in the index by name.
func (t *DBT2) NameRow(district, customer int64) int64 {
	return district*CustomersPerDistrict + int64(t.names.rank[customer])
}

// OrderedBy returns the customer who made order number number (from 0) of a
// district. Of the initial orders each customer has one, in an order that
// scatters them; DBT-2's generator shuffles.
func (t *DBT2) OrderedBy(district, number int64) int64 {
	if number < OrdersPerDistrict {
		return (number*stride + district) % CustomersPerDistrict
	}
	r := t.orderStream(district, number)
	return nuRand(&r, nuCustomer, CustomersPerDistrict)
}

// firstOrder returns the initial order of a customer.
func firstOrder(district, customer int64) int64 {
	return (customer + CustomersPerDistrict - district%CustomersPerDistrict) * strideInverse % CustomersPerDistrict
}

// stride has no divisor in common with the number of customers, and
// stride * strideInverse is 1 more than a multiple of it.
const (
	stride        = 1171
	strideInverse = 2731
)

// Lines writes the items of an order to buf, in ascending order and without
// those twice, and returns them. Orders of the initial database have items drawn
// evenly, later ones those of clause 2.4.1.5. That they are sorted keeps two
// orders from waiting for each other's stock; DBT-2 does not sort, and now and
// then one of two such orders fails.
func (t *DBT2) Lines(district, number int64, buf []int32) []int32 {
	r := t.orderStream(district, number)
	n := int64(LinesPerOrder)
	if number >= OrdersPerDistrict {
		nuRand(&r, nuCustomer, CustomersPerDistrict) // the customer
		n = leastLines + r.Intn(MostLines-leastLines+1)
	}
	buf = buf[:0]
	for int64(len(buf)) < n {
		item := int32(r.Intn(Items))
		if number >= OrdersPerDistrict {
			item = int32(nuRand(&r, nuItem, Items))
		}
		at := len(buf)
		for at > 0 && buf[at-1] > item {
			at--
		}
		if at > 0 && buf[at-1] == item {
			continue
		}
		buf = append(buf, 0)
		copy(buf[at+1:], buf[at:])
		buf[at] = item
	}
	return buf
}

// orderStream is what decides an order: so it need not be remembered.
func (t *DBT2) orderStream(district, number int64) sim.Rand {
	return sim.NewRand(t.seed^uint64(district)<<32^uint64(number), "order")
}
