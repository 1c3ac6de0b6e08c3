package workload

import "clocksweep/core/sim"

// TPCC is one of TPC-C's transactions.
type TPCC uint8

// The transactions, in the order of DBT-2's report.
const (
	Delivery TPCC = iota
	NewOrder
	OrderStatus
	Payment
	StockLevel
	NumTPCC
)

// TPCCName is what DBT-2's report calls them.
var TPCCName = [NumTPCC]string{"Delivery", "New Order", "Order Status", "Payment", "Stock Level"}

// The mix in per cent (clause 5.2.3; the rest are new orders), and the times a
// user takes, in ms: keying before a transaction, thinking after it on average
// (clause 5.2.5.7).
var (
	tpccShare  = [NumTPCC]int64{Delivery: 4, NewOrder: 45, OrderStatus: 4, Payment: 43, StockLevel: 4}
	tpccKeying = [NumTPCC]int64{Delivery: 2000, NewOrder: 18000, OrderStatus: 2000, Payment: 3000, StockLevel: 2000}
	tpccThink  = [NumTPCC]int64{Delivery: 5000, NewOrder: 12000, OrderStatus: 10000, Payment: 12000, StockLevel: 5000}
)

// Statements is how many statements the stored functions of DBT-2 execute in a
// transaction on average, which decides the processor time it takes: 6 and 4 for
// each line of a new order, 7 for each district of a delivery, whose first reads
// 900 rows, counted as a second one; the join of stock level counts as ten.
var Statements = [NumTPCC]int64{Delivery: Districts * 8, NewOrder: 6 + 4*LinesPerOrder, OrderStatus: 4, Payment: 8, StockLevel: 11}

// MeanStatements is their mean over the mix, in hundredths.
func MeanStatements() int64 {
	n := int64(0)
	for k, share := range tpccShare {
		n += share * Statements[k]
	}
	return n
}

// Input is what a terminal enters.
type Input struct {
	Kind                TPCC
	Warehouse, District int64 // District over all warehouses
	Customer            int64 // within CustomerDistrict
	CustomerDistrict    int64
	Name                int64 // the last name entered, -1 if it was the number
	Rollback            bool  // a new order with an item that does not exist
}

// DrawKind picks the next transaction.
func DrawKind(r *sim.Rand) TPCC {
	n := r.Intn(100)
	for k, share := range tpccShare {
		if n -= share; n < 0 {
			return TPCC(k)
		}
	}
	return NewOrder
}

// Draw fills in the rest of a transaction of the given kind at a terminal of
// the given district: its warehouse is the terminal's, its district any of the
// warehouse's, for stock level the terminal's own (clauses 2.4.1 to 2.8.1).
func (t *DBT2) Draw(r *sim.Rand, kind TPCC, home int64) Input {
	w := home / Districts
	in := Input{Kind: kind, Warehouse: w, District: home, Name: -1}
	if kind == StockLevel || kind == Delivery {
		return in
	}
	in.District = w*Districts + r.Intn(Districts)
	in.CustomerDistrict = in.District
	if kind == NewOrder {
		in.Rollback = r.Intn(100) == 0
		return in
	}
	if kind == Payment && r.Intn(100) >= 85 && t.Warehouses > 1 {
		other := r.Intn(t.Warehouses - 1)
		if other >= w {
			other++
		}
		in.CustomerDistrict = other*Districts + r.Intn(Districts)
	}
	if r.Intn(100) < 60 {
		in.Name = nuRand(r, nuName, lastNames)
		same := t.Named(in.Name)
		in.Customer = int64(same[len(same)/2])
	} else {
		in.Customer = nuRand(r, nuCustomer, CustomersPerDistrict)
	}
	return in
}

// KeyingNs returns the time of entering a transaction's input.
func KeyingNs(kind TPCC) int64 { return tpccKeying[kind] * sim.Millisecond }

// ThinkNs draws the time of thinking after a transaction: exponential, at most
// ten times the mean (clause 5.2.5.4).
func ThinkNs(r *sim.Rand, kind TPCC) int64 {
	const most = 10
	return int64(min(r.Exp(), most) * float64(tpccThink[kind]*sim.Millisecond))
}
