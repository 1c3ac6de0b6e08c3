package elevator

// Stats is what /proc/diskstats tells of a device, from which vmstat and
// iostat make their columns; by direction (0 reads, 1 writes) where it is an
// array. Times are in ns.
type Stats struct {
	IOs      [2]int64 // submitted
	Bytes    [2]int64 // of them
	Merged   [2]int64 // of them, joined to a request that was there already
	Requests [2]int64 // handed to the drive
	Waits    [2]int64 // times a process waited for a free request

	Completed [2]int64 // requests completed: r/s and w/s
	DoneBytes [2]int64 // of them: rkB/s and wkB/s
	WaitNs    [2]int64 // from the queueing of a request to its completion, summed: await is this per request
	ServiceNs int64    // of WaitNs, the part that requests spent in the drive
	BusyNs    int64    // time with a request queued or in the drive: %util; svctm is this per request
	QueueNs   int64    // integral of the number of requests queued or in the drive: avgqu-sz is this per time
	Length    int64    // requests queued or in the drive now
}

// meter keeps the counters; its integrals stand at the time at.
type meter struct {
	Stats
	at int64
}

func (m *meter) advance(now int64) {
	m.QueueNs += m.Length * (now - m.at)
	if m.Length > 0 {
		m.BusyNs += now - m.at
	}
	m.at = now
}

// enter books a new request.
func (m *meter) enter(now int64) {
	m.advance(now)
	m.Length++
}

// joined books that a queued request has become part of another.
func (m *meter) joined(now int64) {
	m.advance(now)
	m.Length--
}

// leave books a request that is complete.
func (m *meter) leave(now int64, w int, rq *request) {
	m.advance(now)
	m.Length--
	m.Completed[w]++
	m.DoneBytes[w] += rq.len
	m.WaitNs[w] += now - rq.since
	m.ServiceNs += now - rq.issued
}

// Stats returns the counters as they stand now.
func (q *Queue) Stats() Stats {
	q.meter.advance(q.sim.Now())
	return q.meter.Stats
}
