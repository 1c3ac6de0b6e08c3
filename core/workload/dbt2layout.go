package workload

// Columns of a row, in order: a positive number is a fixed length in bytes,
// which is also its alignment; a negative one is a text or numeric value of so
// many bytes on average.
type columns []int64

// The tables as DBT-2 creates them (its script create_tables for PostgreSQL),
// with the average lengths that TPC-C prescribes for the texts (clause 4.3.3). A
// last name has three syllables of four letters on average. A numeric takes 4
// bytes and 2 for every four digits.
var (
	warehouseRow = columns{4, -8, -15, -15, -15, -2, -9, 4, -8}
	districtRow  = columns{4, 4, -8, -15, -15, -15, -2, -9, 4, -8, 4}
	customerRow  = columns{4, 4, 4, -12, -2, -12, -15, -15, -15, -2, -9, -16, 8, -2, -6, 4, -6, -6, 4, 4, -400}
	paymentRow   = columns{4, 4, 4, 4, 4, 8, 4, -19} // history
	newOrderRow  = columns{4, 4, 4}
	orderRow     = columns{4, 4, 4, 4, 8, 4, 4, 4}
	orderLineRow = columns{4, 4, 4, 4, 4, 4, 8, 4, 4, -24}
	itemRow      = columns{4, 4, -19, 4, -38}
	stockRow     = columns{4, 4, 4, -24, -24, -24, -24, -24, -24, -24, -24, -24, -24, -4, 4, 4, -38}
)

// The keys of the indexes (DBT-2's create_indexes). That of stock holds the
// quantity, which every new order changes: no update of stock is heap-only.
var (
	oneKey      = columns{4}                    // warehouse, item
	twoKeys     = columns{4, 4}                 // district
	threeKeys   = columns{4, 4, 4}              // customer, new_order, orders, orders by customer, stock
	fourKeys    = columns{4, 4, 4, 4}           // order_line
	customerKey = columns{4, 4, -12, -12, 4}    // customer by name
	header83    = int64(24)                     // of a tuple: 23 bytes and the padding
	header74    = map[int64]int64{4: 28, 8: 32} // before 8.3, by alignment
)

// RowLayout says how rows lie in pages in one release and build.
type RowLayout struct {
	align  int64 // 4 on 32-bit x86, else 8
	header int64 // bytes of a tuple before its first column
	short  bool  // 8.3 and later: a text of up to 126 bytes has a length of one byte, unaligned
}

// RowLayoutOf returns the layout of a 32-bit or 64-bit build; since83 tells of
// 8.3 and later (access/htup.h, access/common/heaptuple.c).
func RowLayoutOf(bits int64, since83 bool) RowLayout {
	l := RowLayout{align: bits / 8, header: header83, short: since83}
	if !since83 {
		l.header = header74[l.align]
	}
	return l
}

func alignTo(n, align int64) int64 { return (n + align - 1) / align * align }

// length returns the bytes of the columns behind start bytes.
func (l RowLayout) length(start int64, c columns) int64 {
	const longest = 126 // with a one-byte length
	n := start
	for _, size := range c {
		switch {
		case size > 0:
			n = alignTo(n, min(size, l.align)) + size
		case l.short && -size <= longest:
			n += 1 - size
		default:
			n = alignTo(n, 4) + 4 - size
		}
	}
	return n
}

// tuple returns the length of a row with its header.
func (l RowLayout) tuple(c columns) int64 { return l.length(l.header, c) }

// entry returns the length of an index entry.
func (l RowLayout) entry(c columns) int64 { return alignTo(l.length(8, c), l.align) }

// item is the room that a tuple or entry takes on a page.
func (l RowLayout) item(length int64) int64 { return alignTo(length, l.align) + linePointer }
