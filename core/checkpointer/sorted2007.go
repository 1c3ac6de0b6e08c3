package checkpointer

// SortForPatch2007 sorts the pages of a checkpoint as the sorting patch of 2007
// did, which was not committed: by relation and block, whatever the tablespace.
// Its pass then writes the items in that order and skips one whose buffer holds
// another page by then; pages dirtied later are not in the list. (As its author
// described it on pgsql-hackers in 2007. Forks did not exist yet.)
func SortForPatch2007(items []Item) { sortItems(items, (*Item).compare2007) }

func (a *Item) compare2007(b *Item) int {
	return order(uint64(a.Rel)<<32|uint64(a.Block), uint64(b.Rel)<<32|uint64(b.Block))
}
