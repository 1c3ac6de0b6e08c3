package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"

	"clocksweep/core/trace"
)

// zstdWindow is how far back packed data may refer: as much as the zstd program
// unpacks without being told to.
const zstdWindow = 128 << 20

// traceFile is a trace on disk: its own reader gives the unpacked bytes.
type traceFile struct {
	io.Reader
	size, read int64 // of the file as it lies there
	file       *os.File
	unpacker   func()
}

// unpack reads f, which it finds packed or not.
func unpack(f *os.File) (*traceFile, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, errors.New("this is a directory; expected a file")
	}
	t := &traceFile{size: info.Size(), file: f}
	in := bufio.NewReaderSize(countingReader{t}, 1<<16)
	head, err := in.Peek(trace.HeadSize)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch trace.Detect(head) {
	case trace.Gzip:
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, damaged("gzip", err)
		}
		t.Reader = unpacked{z, "gzip"}
	case trace.Zstd:
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, damaged("zstd", err)
		}
		t.Reader, t.unpacker = unpacked{z, "zstd"}, z.Close
	default:
		t.Reader = in
	}
	return t, nil
}

// Close closes the file.
func (t *traceFile) Close() error {
	if t.unpacker != nil {
		t.unpacker()
	}
	return t.file.Close()
}

// countingReader reads the file itself.
type countingReader struct{ *traceFile }

func (c countingReader) Read(p []byte) (int, error) {
	n, err := c.file.Read(p)
	c.read += int64(n)
	return n, err
}

// unpacked says of an error that the packing is at fault.
type unpacked struct {
	in   io.Reader
	with string
}

func (u unpacked) Read(p []byte) (int, error) {
	n, err := u.in.Read(p)
	if err != nil && err != io.EOF {
		err = damaged(u.with, err)
	}
	return n, err
}

func damaged(with string, err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("what is packed with %s ends too early; expected the whole file", with)
	}
	return fmt.Errorf("what is packed with %s cannot be unpacked (%w); expected an undamaged file", with, err)
}
