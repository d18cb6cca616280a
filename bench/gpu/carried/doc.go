// Package carried answers: how does a folder become small enough to be carried to a machine that is lent? There it restores the files, byte by byte the same.
//
// The compact profile's models are 54 MB of 8-bit numbers, which no compressor makes much smaller. But models that were trained from the same start are near one another: a file is kept
// as its difference from another one, where that takes less, and then compressed by xz. The list carried.json says what each was made of, and the hash of what must come out.
package carried

// File is one file of the list.
type File struct {
	Name   string // with slashes, from the folder
	Bytes  int
	SHA256 string // in hex
	Like   string `json:",omitempty"` // the earlier file that it is the difference from; empty: it is kept as it is
	Shift  int    `json:",omitempty"` // its byte i belongs to byte i+Shift of that
	Calls  bool   `json:",omitempty"` // its instructions' distances are kept as places; it is like no other
}

// list is the name of the list in the folder.
const list = "carried.json"

// mostBytes is the most that a list may say of a file: nothing that is carried is larger.
const mostBytes = 1 << 28
