package report

import "testing"

// TestRecordMatchesMail compares with the record psql 9.1 printed in the mail
// (pgsql-performance, 27 May 2011), rule and all.
func TestRecordMatchesMail(t *testing.T) {
	const mail = `-[ RECORD 1 ]---------+------------------------------
checkpoints_timed     | 0
checkpoints_req       | 0
buffers_checkpoint    | 0
buffers_clean         | 16156
maxwritten_clean      | 131
buffers_backend       | 5701
buffers_backend_fsync | 0
buffers_alloc         | 25276
stats_reset           | 2011-05-26 18:39:57.292777-04
`
	got := records([]field{
		{"checkpoints_timed", "0"}, {"checkpoints_req", "0"}, {"buffers_checkpoint", "0"}, {"buffers_clean", "16156"},
		{"maxwritten_clean", "131"}, {"buffers_backend", "5701"}, {"buffers_backend_fsync", "0"},
		{"buffers_alloc", "25276"}, {"stats_reset", "2011-05-26 18:39:57.292777-04"},
	})
	if got != mail {
		t.Errorf("got\n%swant\n%s", got, mail)
	}
}
