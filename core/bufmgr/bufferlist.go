package bufmgr

import (
	"errors"
	"strconv"
)

// notListed marks a buffer that is in no list, as FREENEXT_NOT_IN_LIST of
// storage/buf_internals.h does.
const notListed int32 = -2

// bufferList is the singly linked freelist of 8.0 to 8.2 and of the reclaimer
// patches: taken from the head, fed at either end. A listed buffer may hold a
// valid page.
type bufferList struct {
	next       []int32 // by buffer: the next one, -1 at the end, notListed
	head, tail int32
	length     int
}

// newBufferList returns a list of all buffers in index order.
func newBufferList(buffers int) bufferList {
	l := bufferList{next: make([]int32, buffers), tail: int32(buffers) - 1, length: buffers}
	for b := range l.next {
		l.next[b] = int32(b) + 1
	}
	l.next[buffers-1] = -1
	return l
}

func (l *bufferList) has(b int32) bool { return l.next[b] != notListed }

// pop takes the head off, or returns -1.
func (l *bufferList) pop() int32 {
	b := l.head
	if b < 0 {
		return -1
	}
	l.head = l.next[b]
	if l.head < 0 {
		l.tail = -1
	}
	l.next[b] = notListed
	l.length--
	return b
}

// pushHead and pushTail leave a listed buffer where it is.
func (l *bufferList) pushHead(b int32) {
	if l.has(b) {
		return
	}
	l.next[b] = l.head
	l.head = b
	if l.tail < 0 {
		l.tail = b
	}
	l.length++
}

func (l *bufferList) pushTail(b int32) (added bool) {
	if l.has(b) {
		return false
	}
	l.next[b] = -1
	if l.tail < 0 {
		l.head = b
	} else {
		l.next[l.tail] = b
	}
	l.tail = b
	l.length++
	return true
}

func (l *bufferList) visit(f func(b int32)) {
	for b := l.head; b >= 0; b = l.next[b] {
		f(b)
	}
}

// check walks the list: it must end at its tail after length steps, and no other
// buffer may claim to be listed.
func (l *bufferList) check() error {
	n, last := 0, int32(-1)
	for b := l.head; b >= 0 && n <= l.length; b = l.next[b] {
		n++
		last = b
	}
	marked := 0
	for _, next := range l.next {
		if next != notListed {
			marked++
		}
	}
	if n != l.length || marked != l.length || last != l.tail {
		return errors.New("bufmgr: the freelist has " + strconv.Itoa(n) + " buffers up to " + strconv.Itoa(int(last)) +
			", but " + strconv.Itoa(l.length) + " are counted, " + strconv.Itoa(marked) + " marked, and its tail is " +
			strconv.Itoa(int(l.tail)))
	}
	return nil
}
