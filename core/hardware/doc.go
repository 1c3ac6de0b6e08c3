// Package hardware holds the machines of the lab as data: disks and other block
// devices, RAID controllers, kernels, file systems, and whole computers made of
// them.
//
// The rule is that a value tells where it comes from ([How]). A machine has
// the same values in every experiment on it; an experiment never carries
// private constants. What nobody knows about a machine stays visible as a
// [Range]: between which values the unknown lies, and why.
//
// Records are returned by value and in a fixed order, the order in which a
// form lists them. Times are in the unit that the field's name ends with (Ms,
// Us, Cs for hundredths of a second, S), disk sizes and rates are decimal
// (1e9 and 1e6 bytes), memory is in kB of 1024 bytes, and kernel pages have
// 4096 bytes.
package hardware

// byID returns the record of list whose id is wanted.
func byID[T any](list []T, id string, idOf func(*T) string) (T, bool) {
	for i := range list {
		if idOf(&list[i]) == id {
			return list[i], true
		}
	}
	var none T
	return none, false
}
