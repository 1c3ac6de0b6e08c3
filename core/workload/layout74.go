package workload

// LayoutBefore83 returns the layout of a 32-bit or 64-bit build of a release
// before 8.3 (access/htup.h, storage/bufpage.h). oids says that rows have an
// object identifier, as those of tables made by pgbench have up to 8.0
// (default_with_oids). The tuple header of 8.0 to 8.2 is 4 bytes longer than that
// of 7.4, because a row can be made and deleted by different subtransactions.
// char(84) has a length word of 4 bytes.
func LayoutBefore83(bits int64, since80, oids bool) Layout {
	const (
		pageHeader74 = 20 // without the pd_prune_xid of 8.3
		bitmap       = 1  // null bitmap of up to 8 columns
		filler       = 4 + 84
	)
	header := int64(23)
	if since80 {
		header = 27
	}
	oid := int64(0)
	if oids {
		oid = 4
	}
	align := Layout{align: bits / 8}
	return layout(bits, pageHeader74, align.aligned(header+oid), align.aligned(header+bitmap+oid), filler)
}

// Layout83Devel returns the layout of the tree of June 2007: rows as in 8.3, the
// page header still without pd_prune_xid.
func Layout83Devel(bits int64) Layout {
	const pageHeader = 20
	l := LayoutOf(bits)
	return layout(bits, pageHeader, l.AccountTuple-3*4-85, l.TellerTuple-3*4, 85)
}
