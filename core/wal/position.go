package wal

// pageHeader is what each WAL page spends on its own header, in bytes
// (SizeOfXLogShortPHD of access/xlog_internal.h). Not modeled, because they make
// less than 0.1 %: the 20 or 24 bytes more on the first page of a segment, the 4
// or 8 bytes with which a record goes on on a further page, and the end of a page
// that is too short for a record's header.
const pageHeader = 16

// advance returns where the log stands n bytes of records after lsn. A position
// never lies in a page's header: a page that is full to the last byte ends behind
// the header of the next.
func advance(lsn, n int64) int64 {
	left := PageSize - lsn%PageSize
	if n < left {
		return lsn + n
	}
	n -= left
	const room = PageSize - pageHeader
	return lsn + left + n/room*PageSize + pageHeader + n%room
}

// pageStart returns where the page of lsn begins.
func pageStart(lsn int64) int64 { return lsn - lsn%PageSize }
