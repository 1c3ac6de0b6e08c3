package trace

import (
	"errors"
	"slices"
	"strconv"

	"clocksweep/core/bufmgr"
)

// pageSize is that of PostgreSQL's pages in bytes.
const pageSize = 8192

// What the policies take, in bytes; TestCosts measures it. A buffer costs 8, and
// up to 8 more for a list; with the directory of ARC it costs 36, of 2Q 28. A page
// costs a slot of 4 in the page table, an eighth more because the table grows by
// that, and 4 more for the old table while it grows.
const (
	bufferCost          = 16
	directoryBufferCost = 36
	pageCost            = 9
)

// fewestPages is what a trace may touch in any case, or the pools are refused.
const fewestPages = 1 << 16

// costs is the memory that a configuration takes, in bytes.
type costs struct {
	fixed   int64 // batch and names
	buffers int64 // of all pools
	page    int64 // for each different page
	biggest int64 // for each buffer of the largest size
	pools   int
}

func costOf(c Config) costs {
	all := costs{fixed: 2*(mostNames+mostNames/2) + 1<<20, page: bytesPerNumber}
	largest := slices.Max(c.Buffers)
	for i, policy := range c.Policies {
		if firstAlike(c.Policies, policy) < i {
			continue
		}
		buffer := int64(bufferCost)
		if _, ok := policy.New(MinBuffers).(bufmgr.Directory); ok {
			buffer = directoryBufferCost
		}
		for _, n := range c.Buffers {
			all.buffers += int64(n) * buffer
			all.page += pageCost
			all.pools++
			if n == largest {
				all.biggest += buffer
			}
		}
	}
	return all
}

// pages returns how many different pages fit into the memory.
func (c costs) pages(memory int64) int {
	return int(min((memory-c.fixed-c.buffers)/c.page, mostPages))
}

// tooLarge returns an error if the pools leave no room for a trace. It tells the
// largest pool that would fit in place of the largest asked for.
func (c costs) tooLarge(config Config) error {
	if c.pages(config.Memory) >= fewestPages {
		return nil
	}
	need := c.fixed + c.buffers + fewestPages*c.page
	largest := int64(slices.Max(config.Buffers))
	sentence := roundUp(need) + " of memory are needed for " + pools(c.pools) + " up to " + inUnits(largest*pageSize) +
		", and " + inUnits(config.Memory) + " are allowed; "
	fits := largest - (need-config.Memory+c.biggest-1)/c.biggest
	if fits < MinBuffers {
		return errors.New(sentence + "allow " + roundUp(need) + ", or ask for fewer policies or sizes")
	}
	return errors.New(sentence + "allow that much, or take at most " + roundDown(fits*pageSize) + " in place of " +
		inUnits(largest*pageSize))
}

func pools(n int) string {
	if n == 1 {
		return "1 pool"
	}
	return strconv.Itoa(n) + " pools"
}

// units of memory, the largest first.
var units = []struct {
	name string
	of   int64
}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"kB", 1 << 10}}

// inUnits writes a number of bytes with the largest unit that leaves no
// fraction.
func inUnits(bytes int64) string {
	for _, u := range units {
		if bytes >= u.of && bytes%u.of == 0 {
			return strconv.FormatInt(bytes/u.of, 10) + u.name
		}
	}
	return strconv.FormatInt(bytes, 10) + " bytes"
}

// roundUp and roundDown write a number of bytes as whole megabytes, or kilobytes
// if it is small.
func roundUp(bytes int64) string {
	u := coarse(bytes)
	return inUnits((bytes + u - 1) / u * u)
}

func roundDown(bytes int64) string {
	u := coarse(bytes)
	return inUnits(bytes / u * u)
}

func coarse(bytes int64) int64 {
	if bytes < 10<<20 {
		return 1 << 10
	}
	return 1 << 20
}
