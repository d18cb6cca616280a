package carried

import "encoding/binary"

// Instructions of x86-64 that begin with these bytes, calls and jumps, say how far away their goal is. The same goal is then written differently each time; as places from the file's
// beginning they repeat, and a library becomes a tenth smaller.
const (
	opCall, opJump = 0xe8, 0xe9
	opBytes        = 5
	reach          = 1 << 24 // distances beyond it are left: most are no instructions
)

// absolute turns distances into places, and back where back is set; it is its own reverse for every file, of instructions or not.
func absolute(b []byte, back bool) {
	for i := 0; i+opBytes <= len(b); i++ {
		if b[i] != opCall && b[i] != opJump {
			continue
		}
		at := i
		i += opBytes - 1 // taken or left as one: what is looked at twice could be changed in between
		v := int32(binary.LittleEndian.Uint32(b[at+1:]))
		if v < -reach || v >= reach {
			continue
		}
		move := int32(at & (2*reach - 1))
		if back {
			move = -move
		}
		v = (v+move+reach)&(2*reach-1) - reach // so that it stays within reach
		binary.LittleEndian.PutUint32(b[at+1:], uint32(v))
	}
}
