package compare

import (
	"slices"
	"strings"
)

var (
	// deniesByWord are words that negate or forbid in languages whose words have spaces between them and are not in [denials].
	deniesByWord = setOf("нельзя запрещено запрещается запретить لا لم لن ليس بدون ممنوع عدم नहीं मत बिना לא אין אל ללא")
	// deniesWithin are what negates or forbids within what is written without spaces, or as a part of a word of Korean.
	deniesWithin = []string{"不", "别", "別", "勿", "没", "沒", "无", "無", "未", "禁", "ない", "ません", "なく", "ずに", "않", "말", "마라", "금지", "없", "못", "ไม่", "ห้าม", "อย่า"}
)

// Denies reports whether a text has a word that negates or forbids, in one of the languages that are known for these words. It tells not what is denied.
func Denies(text string) bool {
	for _, t := range tokens(text) {
		if t.denies || deniesByWord[lowered(t.text)] {
			return true
		}
	}
	return slices.ContainsFunc(deniesWithin, func(part string) bool { return strings.Contains(text, part) })
}
