package contradict

import "strings"

// weak are words in front of a value that do not tell what it is of.
var weak = words("use uses used get gets need needs run runs go goes went live lives keep kept take takes have has had make day week days weeks months years is are was were be been being also still just soon then too we our us they he she it " +
	"one two three four five six seven eight nine ten second minute hour seconds minutes hours month year per each every " +
	"longer instead anymore moved moves switched migrated changed raised lowered increased reduced cut bumped upgraded downgraded extended shortened doubled halved postponed rescheduled became up down rises rose drops dropped reversed starting " +
	"removed gone replaced left version release")

func hasDigit(word string) bool { return strings.ContainsAny(word, "0123456789") }

func setOf(list []string) map[string]bool {
	out := map[string]bool{}
	for _, word := range list {
		out[word] = true
	}
	return out
}
