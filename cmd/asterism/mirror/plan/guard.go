package plan

import "fmt"

const (
	// mostShare is the share of the equal pairs, in percent, that one run may remove without confirmation.
	mostShare = 25
	// mostFew is how many it may remove in any case, unless that is all of them.
	mostFew = 3
)

// TooMany returns what is wrong if the actions would remove too much from one side, as when a folder is not mounted; "" if nothing is.
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
