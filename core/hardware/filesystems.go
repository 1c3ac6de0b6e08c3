package hardware

// FileSystems returns the file systems of the lab with the mount options that
// matter here, the one most servers of 2011 ran on first.
//
// Sources: fs/jbd/commit.c and fs/ext3 of Linux 2.6.18 and 3.6, fs/jbd2 and
// fs/ext4 and fs/xfs of 3.6.
func FileSystems() []FileSystem { return append([]FileSystem(nil), fileSystems...) }

var fileSystems = allFileSystems()

func allFileSystems() []FileSystem {
	return []FileSystem{
		{
			ID: "ext3-ordered", Label: "ext3, data=ordered",
			Journal: true, OrderedAll: true, OrderedNew: true,
			CommitS: 5, JournalBlocks: 6, DatasyncCommits: true,
			How:  Thread,
			Note: "Every page written since the last commit goes to disk before the commit block, overwritten pages included. Barriers were off by default until about 3.1, which is recalled.",
		},
		{
			ID: "ext3-writeback", Label: "ext3, data=writeback",
			Journal: true,
			CommitS: 5, JournalBlocks: 6, DatasyncCommits: true,
			How:  Thread,
			Note: "A commit writes metadata only; fsync writes its own file's pages.",
		},
		{
			ID: "ext3-journal", Label: "ext3, data=journal",
			Journal: true, JournalsData: true,
			CommitS: 5, JournalBlocks: 6, DatasyncCommits: true,
			How:  Thread,
			Note: "A commit writes the data, too, into the journal, in one go; its place in the file gets it later. fsync and fdatasync always commit.",
		},
		{
			ID: "ext4", Label: "ext4, data=ordered",
			Journal: true, OrderedNew: true, DelayedAllocation: true,
			CommitS: 5, JournalBlocks: 6,
			How:  Thread,
			Note: "A commit writes the data of files that got new blocks in it, not overwritten pages. Barriers are on: a flush empties the drive's whole cache.",
		},
		{
			ID: "xfs", Label: "XFS",
			DelayedAllocation: true,
			CommitS:           30, JournalBlocks: 1,
			How:  Thread,
			Note: "No coupling between files: fdatasync of overwritten blocks writes them and flushes the drive, without forcing the log. A log write has 4 kB.",
		},
	}
}

// FileSystemByID returns the file system with that id.
func FileSystemByID(id string) (FileSystem, bool) {
	return byID(fileSystems, id, func(f *FileSystem) string { return f.ID })
}
