package workload

import (
	"math"
	"slices"
	"testing"

	"clocksweep/core/sim"
)

var allRules = DBT2Rules{Since83: true, Since84: true, Since12: true}

// TestDBT2Cardinalities: rows per warehouse as clause 1.2.1 of TPC-C says, on as
// many pages as fit them.
func TestDBT2Cardinalities(t *testing.T) {
	const w = 3
	db := NewDBT2(64, w, 1, allRules)
	for _, c := range []struct {
		name string
		rows int64
		of   *Table
		key  *Tree
	}{
		{"warehouse", w, &db.Warehouse, &db.WarehouseKey},
		{"district", 10 * w, &db.District, &db.DistrictKey},
		{"customer", 30_000 * w, &db.Customer, &db.CustomerKey},
		{"customer by name", 30_000 * w, &db.Customer, &db.CustomerName},
		{"history", 30_000 * w, &db.History, nil},
		{"new_order", 9_000 * w, &db.NewOrder, &db.NewOrderKey},
		{"orders", 30_000 * w, &db.Order, &db.OrderKey},
		{"orders by customer", 30_000 * w, &db.Order, &db.OrderCustomer},
		{"order_line", 300_000 * w, &db.OrderLine, &db.OrderLineKey},
		{"item", 100_000, &db.Item, &db.ItemKey},
		{"stock", 100_000 * w, &db.Stock, &db.StockKey},
	} {
		rows := int64(0)
		for page := range c.of.Pages() {
			rows += c.of.Filled(page)
			if used := pageHeader + c.of.Filled(page)*c.of.Item; used > PageSize {
				t.Errorf("%s: page %d holds %d bytes", c.name, page, used)
			}
		}
		if rows != c.rows {
			t.Errorf("%s has %d rows, want %d", c.name, rows, c.rows)
		}
		if c.key == nil {
			continue
		}
		if c.key.Rows() != c.rows {
			t.Errorf("the index of %s has %d rows, want %d", c.name, c.key.Rows(), c.rows)
		}
		for leaf := range c.key.count {
			if used := c.key.Used(int32(leaf)); used > PageSize {
				t.Errorf("%s: leaf %d holds %d bytes", c.name, leaf, used)
			}
		}
	}
}

// TestDBT2Size: a warehouse takes some 100 MB, as DBT-2's documentation says.
func TestDBT2Size(t *testing.T) {
	size := func(w int64) int64 {
		db := NewDBT2(64, w, 1, allRules)
		n := int64(0)
		for _, t := range []*Table{&db.Warehouse, &db.District, &db.Customer, &db.History, &db.NewOrder, &db.Order,
			&db.OrderLine, &db.Item, &db.Stock} {
			n += t.Pages()
		}
		for _, x := range []*Tree{&db.WarehouseKey, &db.DistrictKey, &db.CustomerKey, &db.CustomerName, &db.NewOrderKey,
			&db.OrderKey, &db.OrderCustomer, &db.OrderLineKey, &db.ItemKey, &db.StockKey} {
			n += x.Pages()
		}
		return n * PageSize
	}
	if mb := float64(size(11)-size(1)) / 10 / 1e6; mb < 90 || mb > 120 {
		t.Errorf("a warehouse takes %.1f MB, want 90 to 120", mb)
	}
}

func TestOrdersAndCustomers(t *testing.T) {
	db := NewDBT2(64, 1, 7, allRules)
	for district := range int64(Districts) {
		seen := make([]bool, CustomersPerDistrict)
		for number := range int64(OrdersPerDistrict) {
			c := db.OrderedBy(district, number)
			if seen[c] {
				t.Fatalf("district %d: customer %d has two initial orders", district, c)
			}
			seen[c] = true
			if got := firstOrder(district, c); got != number {
				t.Fatalf("district %d: the initial order of customer %d is %d, want %d", district, c, got, number)
			}
		}
	}
}

func TestLinesOfOrders(t *testing.T) {
	db := NewDBT2(64, 1, 7, allRules)
	var buf [MostLines]int32
	count := make(map[int]int)
	for number := range int64(20_000) {
		lines := db.Lines(3, number, buf[:])
		if !slices.IsSorted(lines) || len(slices.Compact(slices.Clone(lines))) != len(lines) {
			t.Fatalf("order %d has the items %v, want them ascending", number, lines)
		}
		if lines[0] < 0 || lines[len(lines)-1] >= Items {
			t.Fatalf("order %d has the items %v", number, lines)
		}
		if !slices.Equal(slices.Clone(lines), db.Lines(3, number, make([]int32, MostLines))) {
			t.Fatalf("order %d has other lines the second time", number)
		}
		if number >= OrdersPerDistrict {
			count[len(lines)]++
		} else if len(lines) != LinesPerOrder {
			t.Fatalf("initial order %d has %d lines", number, len(lines))
		}
	}
	for n := leastLines; n <= MostLines; n++ {
		if share := float64(count[n]) / 17_000; math.Abs(share*11-1) > 0.15 {
			t.Errorf("%.3f of the orders have %d lines, want one in eleven", share, n)
		}
	}
	if len(count) != 11 {
		t.Errorf("orders have %d different numbers of lines, want 11", len(count))
	}
}

// TestMix draws terminals' transactions and compares with clause 5.2.3 and the
// chances of clauses 2.4.1 to 2.6.1.
func TestMix(t *testing.T) {
	db := NewDBT2(64, 4, 7, allRules)
	rnd := sim.NewRand(5, "mix")
	const n = 200_000
	var kinds [NumTPCC]float64
	remote, byName, named, payments, rollbacks, orders := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	for range n {
		kind := DrawKind(&rnd)
		kinds[kind]++
		home := rnd.Intn(4 * Districts)
		in := db.Draw(&rnd, kind, home)
		if in.Warehouse != home/Districts || in.District/Districts != in.Warehouse {
			t.Fatalf("%+v at a terminal of district %d", in, home)
		}
		switch kind {
		case NewOrder:
			orders++
			if in.Rollback {
				rollbacks++
			}
		case Payment:
			payments++
			if in.CustomerDistrict/Districts != in.Warehouse {
				remote++
			}
		case StockLevel:
			if in.District != home {
				t.Fatalf("stock level of district %d at a terminal of %d", in.District, home)
			}
		}
		if kind == Payment || kind == OrderStatus {
			named++
			if in.Name >= 0 {
				byName++
			}
		}
	}
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 0.01 {
			t.Errorf("%s: %.3f, want %.3f", what, got, want)
		}
	}
	for k, share := range tpccShare {
		near(TPCCName[k], kinds[k]/n, float64(share)/100)
	}
	near("payments from another warehouse", remote/payments, 0.15)
	near("customers by name", byName/named, 0.60)
	near("new orders rolled back", rollbacks/orders, 0.01)
}

// TestNURand: the mean number of one bits among numbers OR'd with a random
// pattern is three quarters of the low bits, and every number can come.
func TestNURand(t *testing.T) {
	rnd := sim.NewRand(1, "nurand")
	seen := make([]int, CustomersPerDistrict)
	ones, n := 0, 300_000
	for range n {
		v := nuRand(&rnd, nuCustomer, CustomersPerDistrict)
		if v < 0 || v >= CustomersPerDistrict {
			t.Fatalf("customer %d", v)
		}
		seen[v]++
		for bit := range 8 { // those that neither the modulus nor the range touches much
			ones += int(v>>bit) & 1
		}
	}
	if share := float64(ones) / float64(8*n); share < 0.70 || share > 0.77 {
		t.Errorf("%.3f of the low bits are one, want about 0.75", share)
	}
	slices.Sort(seen)
	hot := 0
	for _, k := range seen[CustomersPerDistrict*9/10:] {
		hot += k
	}
	if share := float64(hot) / float64(n); share < 0.3 {
		t.Errorf("a tenth of the customers makes %.2f of the orders, want them to be skewed", share)
	}
}

func TestNames(t *testing.T) {
	db := NewDBT2(64, 1, 7, allRules)
	seen := make([]bool, CustomersPerDistrict)
	for name := range int64(lastNames) {
		same := db.Named(name)
		if len(same) == 0 {
			t.Fatalf("nobody has the last name %d", name)
		}
		for i, c := range same {
			if seen[c] {
				t.Fatalf("customer %d has two names", c)
			}
			seen[c] = true
			if got := db.NameRow(2, int64(c)) - 2*CustomersPerDistrict; got != int64(db.names.start[name])+int64(i) {
				t.Fatalf("customer %d is at %d in the index by name", c, got)
			}
		}
	}
	if slices.Contains(seen, false) {
		t.Error("a customer has no name")
	}
}

// TestThinking: users think for the mean of their transaction, never for more
// than ten times that.
func TestThinking(t *testing.T) {
	rnd := sim.NewRand(1, "think")
	for kind := range TPCC(NumTPCC) {
		sum, most := 0.0, int64(0)
		const n = 50_000
		for range n {
			d := ThinkNs(&rnd, kind)
			sum += float64(d)
			most = max(most, d)
		}
		mean := float64(tpccThink[kind]) * 1e6
		if math.Abs(sum/n/mean-1) > 0.03 || float64(most) > 10*mean {
			t.Errorf("%s: %.2f s of thinking on average, at most %.2f", TPCCName[kind], sum/n/1e9, float64(most)/1e9)
		}
	}
}

// TestDeliveries makes orders and delivers them at random: always the oldest, and
// each is found where it was put.
func TestDeliveries(t *testing.T) {
	db := NewDBT2(64, 1, 7, allRules)
	rnd := sim.NewRand(3, "orders")
	const district = 4
	next, oldest := int64(OrdersPerDistrict), int64(OrdersPerDistrict-NewOrdersPerDistrict)
	page := func(number int64) int64 { return 1_000_000 + number }
	for range 6000 {
		if rnd.Intn(5) < 2 {
			p := Placed{District: district, Page: page(next), Lines: page(next), LinesEnd: page(next) + 1, OnFirst: 3, Waiting: page(next)}
			if got := db.NextNumber(district); got != next {
				t.Fatalf("the next order is %d, want %d", got, next)
			}
			db.Add(&p)
			last := db.LastOf(district, db.OrderedBy(district, next))
			if last.Number != next || last.Page != page(next) || last.OnFirst != 3 {
				t.Fatalf("the last order of its customer is %+v", last)
			}
			next++
			continue
		}
		p, ok := db.Oldest(district)
		if ok != (oldest < next) {
			t.Fatalf("there is an order to deliver: %v, with %d to %d", ok, oldest, next)
		}
		if !ok {
			continue
		}
		if p.Number != oldest || p.Waiting < 0 || oldest >= OrdersPerDistrict && p.Waiting != page(oldest) {
			t.Fatalf("the oldest order is %+v, want number %d", p, oldest)
		}
		waiting := 0
		db.WaitingPages(district, func(at int64) {
			if waiting == 0 && at != p.Waiting {
				t.Fatalf("the waiting orders begin on page %d, the oldest is on %d", at, p.Waiting)
			}
			waiting++
		})
		if waiting == 0 {
			t.Fatal("no page holds the waiting orders")
		}
		p.Page, p.Lines, p.LinesEnd = 2_000_000+oldest, 3_000_000+oldest, 3_000_000+oldest
		db.Deliver(&p)
		if oldest < OrdersPerDistrict {
			if again := db.loaded(district, oldest); again.Page != 2_000_000+oldest || again.Waiting != -1 {
				t.Fatalf("delivered order %d is at %+v", oldest, again)
			}
		}
		oldest++
	}
	if oldest < OrdersPerDistrict+100 {
		t.Fatalf("only %d orders were delivered: the test is too mild", oldest)
	}
	numbers := []int64{}
	db.Recent(district, 20, func(p Placed) { numbers = append(numbers, p.Number) })
	for i, number := range numbers {
		if number != next-1-int64(i) {
			t.Fatalf("recent orders %v, want the last 20 before %d", numbers, next)
		}
	}
	recent := 0
	db.Recent(district+1, 20, func(p Placed) {
		recent++
		if p.Number != OrdersPerDistrict-int64(recent) {
			t.Errorf("recent order %d of a district without new ones is %d", recent, p.Number)
		}
	})
	if recent != 20 {
		t.Errorf("%d recent orders, want 20", recent)
	}
}
