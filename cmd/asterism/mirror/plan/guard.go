package plan

import "fmt"

const (
	// mostShare is the part of what was equal, in percent, that one run takes away without being told to.
	mostShare = 25
	// mostFew is how many it takes away in any case, unless they are all.
	mostFew = 3
)

// TooMany says what is wrong when the actions would take too much away from one side, as they would when a folder is not mounted; "" when all is well.
func TooMany(actions []Action, known int) string {
	counts := map[Kind]int{}
	for _, a := range actions {
		counts[a.Kind]++
	}
	for _, side := range []struct {
		kind Kind
		says string
	}{{Forget, "%d of %d files are gone, and their memories would be forgotten"}, {Trash, "%d of %d memories are gone, and their files would be moved to the trash"}} {
		n := counts[side.kind]
		if n > 0 && (n == known || n > mostFew && n*100 > known*mostShare) {
			return fmt.Sprintf(side.says, n, known)
		}
	}
	return ""
}
