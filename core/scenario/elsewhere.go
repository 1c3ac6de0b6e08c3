package scenario

import "strings"

// foreign is a setting of PostgreSQL that the lab's releases lack.
type foreign struct {
	name     string
	releases string // which have it
	instead  string // what does its work in the lab's, as a subject in the singular; may be empty
}

// foreigners are the settings of background writer, checkpointer and WAL that
// came before or after the lab's releases (src/backend/utils/misc/guc.c).
var foreigners = []foreign{
	{"wal_compression", "9.5 and later", "wal_image_percent"},
	{"wal_writer_flush_after", "9.6 and later", ""},
	{"wal_init_zero", "12 and later", ""},
	{"wal_recycle", "12 and later", ""},
}

// elsewhere finds a setting among the foreigners.
func elsewhere(name string) (foreign, bool) {
	for _, f := range foreigners {
		if strings.EqualFold(f.name, name) {
			return f, true
		}
	}
	return foreign{}, false
}
