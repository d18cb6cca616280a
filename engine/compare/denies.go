package compare

import (
	"slices"
	"strings"
)

var (
	// deniesByWord are words that negate or forbid in languages whose words have spaces between them and are not in [denials].
	deniesByWord = setOf("нельзя запрещено запрещается запретить لا لم لن ليس بدون ممنوع عدم नहीं मत बिना לא אין אל ללא aldrig nigdy asla koskaan jangan không nikdy soha")
	// deniesWithin are what negates or forbids within what is written without spaces, or as a part of a word of Korean.
	deniesWithin = []string{"不", "别再", "别让", "别把", "别用", "別讓", "勿", "没", "沒", "无", "無", "未", "禁", "ない", "ません", "ずに", "않", "지 말", "지 마", "금지", "없", "ไม่", "ห้าม", "อย่า"}
	// deniesNothing are words of Chinese and Japanese with one of these in them that deny nothing.
	deniesNothing = strings.NewReplacer("不動産", "", "不动产", "", "不同", "", "不错", "", "不断", "", "不斷", "", "不仅", "", "不僅", "", "不但", "", "不久", "", "不足", "", "不具合", "", "未来", "", "未來", "", "無線", "",
		"无线", "", "无论", "", "無論", "", "無料", "", "まもない", "", "間もない", "")
)

// Denies reports whether a text has a word that negates or forbids, in one of the languages that are known for these words. It tells not what is denied.
func Denies(text string) bool {
	non, mai := false, false // Italian: each alone is a word elsewhere, non-blocking and May
	for _, t := range tokens(text) {
		lower := lowered(t.text)
		if non, mai = non || lower == "non", mai || lower == "mai"; t.denies || deniesByWord[lower] || non && mai {
			return true
		}
	}
	text = deniesNothing.Replace(text)
	return slices.ContainsFunc(deniesWithin, func(part string) bool { return strings.Contains(text, part) })
}
