package linux

import (
	"errors"
	"strconv"
)

// Check walks every page and every file and returns the first broken
// invariant, or nil: what is counted is there, what is dirty is cached, and
// what is on its way to the disk belongs to a run.
func (k *Kernel) Check() error {
	if err := k.checkLists(); err != nil {
		return err
	}
	dirtyOn, writingOn := make([]int64, len(k.volumes)), make([]int64, len(k.volumes))
	for _, v := range k.volumes {
		if err := v.journal.check(); err != nil {
			return err
		}
	}
	var dirtyPages, writing int64
	for _, f := range k.files {
		if err := k.checkFile(f); err != nil {
			return err
		}
		dirtyPages += f.nDirty
		writing += f.nWriting
		for n, v := range k.volumes {
			if f.v == v {
				dirtyOn[n] += f.nDirty
				writingOn[n] += f.nWriting
			}
		}
	}
	for n, v := range k.volumes {
		if err := errors.Join(
			same("dirty pages of a device", v.nDirty, dirtyOn[n]),
			same("pages of a device under writeback", v.nWriteback, writingOn[n])); err != nil {
			return err
		}
	}
	return errors.Join(
		same("dirty pages", k.nDirty, dirtyPages),
		same("pages under writeback", k.nWriteback, writing))
}

// checkLists follows both page lists from head to tail.
func (k *Kernel) checkLists() error {
	var n [2]int64
	for list := range n {
		before := none
		for pg := k.head[list]; pg != none; pg = k.next[pg] {
			if k.flags[pg]&cached == 0 || (k.flags[pg]&active != 0) != (list == 1) || k.prev[pg] != before {
				return errors.New("linux: page " + strconv.Itoa(int(pg)) + " is on a list that it does not belong to")
			}
			before = pg
			n[list]++
		}
		if k.tail[list] != before {
			return errors.New("linux: a page list does not end at its tail")
		}
	}
	return errors.Join(same("cached pages", k.nCached, n[0]+n[1]), same("active pages", k.nActive, n[1]))
}

func (k *Kernel) checkFile(f *File) error {
	var dirtyPages, writing int64
	for i := range f.pages {
		pg := f.Page(i)
		fl := k.flags[pg]
		if fl&(dirty|writeback|reading) != 0 && fl&cached == 0 {
			return errors.New("linux: page " + strconv.Itoa(int(pg)) + " was evicted before it was written")
		}
		if f.dirty.has(i) != (fl&dirty != 0) || f.writing.has(i) != (fl&writeback != 0) {
			return errors.New("linux: the state of page " + strconv.Itoa(int(pg)) + " is not the one its file knows")
		}
		if fl&reading != 0 && fl&(dirty|writeback) != 0 {
			return errors.New("linux: page " + strconv.Itoa(int(pg)) + " was changed while it was being read")
		}
		if fl&dirty != 0 {
			dirtyPages++
		}
		if fl&writeback == 0 {
			continue
		}
		writing++
		if r := &k.runs[k.inRun[pg]]; !r.write || pg < r.first || pg >= r.first+r.n {
			return errors.New("linux: page " + strconv.Itoa(int(pg)) + " is under writeback in no run")
		}
	}
	if j := &f.v.journal; !j.started && max(f.metaTid, f.allocTid) >= j.running {
		return errors.New("linux: a change of an inode has joined a transaction that was not opened")
	}
	if dirtyPages > 0 && f.dirtiedWhen < 0 {
		return errors.New("linux: a file has dirty pages but no age")
	}
	return errors.Join(
		same("dirty pages of a file", f.nDirty, dirtyPages),
		same("pages of a file under writeback", f.nWriting, writing))
}

// same returns an error if a counter differs from what was found.
func same(what string, counted, found int64) error {
	if counted == found {
		return nil
	}
	return errors.New("linux: " + strconv.FormatInt(counted, 10) + " " + what + " are counted, but " +
		strconv.FormatInt(found, 10) + " were found")
}
