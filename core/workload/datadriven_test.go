package workload

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestDataDriven runs the files in testdata:
//
//	layout bits=B                  what fits on which page
//	sizes bits=B scale=(S, ...)    pages of pgbench's tables and indexes
//	index bits=B rows=N            shape of an index
//	blocks bits=B rows=N at=(R, ...)  blocks from the root to the leaf of row R
//	dbt2 bits=B warehouses=W [before83]  DBT-2's tables and indexes
//	heap perpage=N pages=N room=N  a table, with the room on its last page; input
//	                               lines: place PAGE, kill PAGE XID, prune PAGE
//	                               OLDEST, change PAGE, extend
func TestDataDriven(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var out strings.Builder
			bits := int64(64)
			if d.HasArg("bits") {
				d.ScanArgs(t, "bits", &bits)
			}
			l := LayoutOf(bits)
			switch d.Cmd {
			case "layout":
				fmt.Fprintf(&out, "accounts: %d rows a page, %d bytes each, %d bytes of a full page used\n",
					l.AccountsPerPage, l.AccountTuple, pageHeader+l.AccountsPerPage*l.Item(l.AccountTuple))
				fmt.Fprintf(&out, "tellers %d, branches %d, history %d rows a page\n",
					l.TellersPerPage, l.BranchesPerPage, l.HistoryPerPage)
				fmt.Fprintf(&out, "index: %d rows a leaf, %d children an inner page, %d bytes of a leaf used\n",
					l.LeafRows, l.InnerRows, l.LeafUsed)
			case "sizes":
				for _, arg := range d.CmdArgs {
					if arg.Key != "scale" {
						continue
					}
					for i := range arg.Vals {
						var scale int64
						arg.Scan(t, i, &scale)
						db := NewTPCB(l, scale, true)
						fmt.Fprintf(&out, "scale %d: accounts %d, pkey %d; tellers %d, pkey %d; branches %d, pkey %d\n", scale,
							db.Accounts.Pages(), db.AccountKey.Pages(), db.Tellers.Pages(), db.TellerKey.Pages(),
							db.Branches.Pages(), db.BranchKey.Pages())
					}
				}
			case "index", "blocks":
				var rows int64
				d.ScanArgs(t, "rows", &rows)
				x := l.IndexOf(rows)
				if d.Cmd == "index" {
					fmt.Fprintf(&out, "%d pages, height %d, by level %d\n", x.Pages(), x.Height(), x.count)
					break
				}
				for _, arg := range d.CmdArgs {
					if arg.Key != "at" {
						continue
					}
					for i := range arg.Vals {
						var row int64
						arg.Scan(t, i, &row)
						fmt.Fprintf(&out, "row %d:", row)
						for level := x.Height() - 1; level >= 0; level-- {
							fmt.Fprintf(&out, " %d", x.Block(level, row))
						}
						out.WriteByte('\n')
					}
				}
			case "dbt2":
				dbt2Sizes(t, d, bits, &out)
			case "heap":
				heapScript(t, d, &out)
			default:
				d.Fatalf(t, "unknown command %q", d.Cmd)
			}
			return out.String()
		})
	})
}

func dbt2Sizes(t *testing.T, d *datadriven.TestData, bits int64, out *strings.Builder) {
	var w int64
	d.ScanArgs(t, "warehouses", &w)
	db := NewDBT2(bits, w, 1, DBT2Rules{Since83: !d.HasArg("before83")})
	for _, c := range []struct {
		name string
		of   *Table
		keys []*Tree
	}{
		{"warehouse", &db.Warehouse, []*Tree{&db.WarehouseKey}},
		{"district", &db.District, []*Tree{&db.DistrictKey}},
		{"customer", &db.Customer, []*Tree{&db.CustomerKey, &db.CustomerName}},
		{"history", &db.History, nil},
		{"new_order", &db.NewOrder, []*Tree{&db.NewOrderKey}},
		{"orders", &db.Order, []*Tree{&db.OrderKey, &db.OrderCustomer}},
		{"order_line", &db.OrderLine, []*Tree{&db.OrderLineKey}},
		{"item", &db.Item, []*Tree{&db.ItemKey}},
		{"stock", &db.Stock, []*Tree{&db.StockKey}},
	} {
		fmt.Fprintf(out, "%-10s %3d bytes, %3d a page, %6d pages", c.name, c.of.Tuple, c.of.perPage, c.of.Pages())
		for _, x := range c.keys {
			fmt.Fprintf(out, "; index %d bytes, %d a leaf, %d pages in %d levels", x.Entry, x.leafRows, x.Pages(), x.Levels())
		}
		out.WriteByte('\n')
	}
}

func heapScript(t *testing.T, d *datadriven.TestData, out *strings.Builder) {
	var perPage, pages, room int64
	d.ScanArgs(t, "perpage", &perPage)
	d.ScanArgs(t, "pages", &pages)
	d.ScanArgs(t, "room", &room)
	h := NewHeap(perPage, pages, room, true)
	for line := range strings.Lines(d.Input) {
		var cmd string
		var page, xid int64
		fmt.Sscan(line, &cmd, &page, &xid)
		note := ""
		switch cmd {
		case "place":
			h.Place(page)
		case "kill":
			h.Kill(page, uint32(xid))
		case "prune":
			note = fmt.Sprintf("%d removed; ", h.Prune(page, uint32(xid)))
		case "extend":
			page = h.Extend()
		case "change":
			note = fmt.Sprintf("was all-visible: %v; ", h.ClearVisible(page))
		default:
			d.Fatalf(t, "unknown line %q", line)
		}
		fmt.Fprintf(out, "%s: %spage %d of %d holds %d, room for %d, worth pruning: %v\n",
			strings.TrimSpace(line), note, page, h.Pages(), h.Filled(page), h.Room(page), h.Prunable(page))
	}
}
