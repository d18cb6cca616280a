// Package record answers: how is a write written down, so that another machine makes the same of it?
//
// A [Record] is what stands at one place of a shard's log: writes of a store as its contract makes them, with all that they need. Packed values travel in it, so that a memory is
// embedded once. Its bytes:
//
//	1 byte    format, 1
//	uvarint   length of the name of the node that appended it, and the name
//	uvarint   epoch in which that node led
//	uvarint   number of writes, and each: 1 byte kind, and what the file write.go says for the kind
//	4 bytes   CRC32C of all before, little endian
//
// Numbers are uvarints unless a width is said; texts and bytes have their length before them; times are 8 bytes of seconds and 4 of nanoseconds, little endian; a value is as
// [fingerprint.AppendSpace] writes it. A field that a command does not use is not written: a bit says which are.
//
// The format is looked at before anything else, and a newer one is refused with [ErrNewer]: a node that cannot read all of a record must not make half of it.
package record
