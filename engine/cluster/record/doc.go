// Package record answers: how is a write encoded, so that another machine can make the same write?
//
// A [Record] is the content of one place of a shard's log: writes of a store, as its contract makes them, with everything that they need. The packed values are included, so that a
// memory is embedded only once. Its bytes:
//
//	1 byte    format, 1
//	uvarint   length of the name of the node that appended it, and the name
//	uvarint   epoch in which that node led
//	uvarint   number of writes, and each: 1 byte kind, and what the file write.go says for the kind
//	4 bytes   CRC32C of all before, little endian
//
// Numbers are uvarints unless a width is given. Texts and bytes have their length before them. Times are 8 bytes of seconds and 4 of nanoseconds, little endian. A value is as
// [fingerprint.AppendSpace] writes it. A field that a command does not use is not written: a bit says which are.
//
// The format is checked before anything else, and a newer one is refused with [ErrNewer]: a node that cannot read all of a record must not apply a part of it.
package record
