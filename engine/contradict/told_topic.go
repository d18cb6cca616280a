package contradict

import (
	"slices"
	"strings"
)

// weak are words in front of a value that do not show what it belongs to. The signs of a change are among them.
var weak = words("use uses used get gets need needs run runs lives live keep kept take takes make day week days weeks months years being also still just soon then too we our us they he she it " +
	"one two three four five six seven eight nine ten second minute hour seconds minutes hours month year per each every version release " +
	strings.Join(slices.Concat(plainSigns, comparing, otherSigns), " "))

func hasDigit(word string) bool { return strings.ContainsAny(word, "0123456789") }
