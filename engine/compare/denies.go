package compare

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/words"
)

var (
	// deniesByWord are words that negate, forbid or exclude in languages whose words have spaces between them, beside [denials]. English texts have some of them as other words.
	deniesByWord = setOf("нельзя запрещено запрещается запретить никаких никакой لا لم لن ليس بدون ممنوع عدم नहीं मत बिना לא אין אל ללא aldrig nigdy asla koskaan jangan không nikdy soha " +
		"non sin senza sem nao nenhum nenhuma zonder bez żaden żadna żadnych żadnego без utan uden yok olmadan hiçbir 안 못")
	// deniesWithin are what negates or forbids within what is written without spaces, or as a part of a word of Korean.
	deniesWithin = []string{"不", "别再", "别让", "别把", "别用", "別讓", "勿", "没", "沒", "无", "無", "未", "禁", "ない", "ません", "ずに", "않", "지 말", "지 마", "금지", "없", "ไม่", "ห้าม", "อย่า"}
	// deniesNothing are words of Chinese, Japanese, Korean and Thai with one of these in them that deny nothing. Two negations that say "must" are among them.
	deniesNothing = takenOut("不動産 不动产 不同 不错 不断 不斷 不仅 不僅 不但 不久 不足 不具合 不得不 不能不 不可不 不锈钢 不銹鋼 不鏽鋼 不过 不過 不管 不少 不等式 " +
		"未来 未來 未知数 無線 无线 无论 無論 無料 无人机 無人機 无非 无缝 無縫 没收 沒收 禁区 " +
		"なければならない なければなりません なければいけない なければいけません ないといけない ないといけません ねばならない なくてはならない なくてはいけない かもしれない かもしれません " +
		"まもない 間もない 危ない 少ない すくない 汚ない つたない はかない " +
		"문제없이 끊임없이 틀림없이 수없이 관계없이 상관없이 어김없이 빠짐없이 변함없이 차질없이 아낌없이 지 않으면 안 " +
		"อย่าง")
	// forbidsFirst forbid where a Chinese text begins with them. Elsewhere they are parts of words.
	forbidsFirst = []string{"别", "別"}
	// firstOther begin with one of these and forbid nothing.
	firstOther = []string{"别的", "別的", "别名", "別名", "别处", "別處", "别人", "別人", "别墅", "別墅"}
)

// forbidsAtOnce reports whether a text begins with a word that forbids there. Japanese has the Chinese character for "other", and in German "Mai" is the month of May.
func forbidsAtOnce(text string) bool {
	begins := func(with string) bool { return strings.HasPrefix(text, with) }
	if rest, is := strings.CutPrefix(text, "Mai "); is {
		return !strings.ContainsAny(rest[:min(1, len(rest))], "0123456789") && words.LanguageOf(text).Code() != "de"
	}
	return slices.ContainsFunc(forbidsFirst, begins) && !slices.ContainsFunc(firstOther, begins) && !strings.ContainsFunc(text, func(c rune) bool { return unicode.Is(unicode.Hiragana, c) })
}

// takenOut takes words out of a text.
func takenOut(list string) *strings.Replacer {
	var pairs []string
	for w := range strings.FieldsSeq(strings.ReplaceAll(list, "지 않으면 안", "지\u00a0않으면\u00a0안")) {
		pairs = append(pairs, strings.ReplaceAll(w, "\u00a0", " "), " ")
	}
	return strings.NewReplacer(pairs...)
}

// Denies reports whether a text that is not in English has a word that negates, forbids or excludes, in one of the languages that are known for these words. It tells not what is denied.
func Denies(text string) bool {
	if forbidsAtOnce(text) || slices.ContainsFunc(tokens(text), func(t token) bool { return t.denies }) {
		return true
	}
	// What is written together with a hyphen is one word: non-blocking is English.
	for w := range strings.FieldsFuncSeq(lowered(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsMark(c) && c != '-' }) {
		if deniesByWord[w] {
			return true
		}
	}
	text = deniesNothing.Replace(text)
	return slices.ContainsFunc(deniesWithin, func(part string) bool { return strings.Contains(text, part) })
}

// What Spanish and English texts do not have: letters, and articles with the prepositions that they are joined with.
const lettersOfPortuguese = "ãõçâêôà"

var articlesOfPortuguese = setOf("o os da das dos ao aos em uma nas nos às")

// inPortuguese reports whether words of grammar tell that a text is in Portuguese, where "no" is "in the", or letters and articles where no other word of English grammar stands.
func inPortuguese(all []token) bool {
	var b strings.Builder
	english, marked := false, false
	for i := range all {
		lower := lowered(all[i].text)
		if lower == "no" {
			continue
		}
		is, _ := words.Grammar(lower)
		acronym := len(lower) > 1 && all[i].text == strings.ToUpper(all[i].text) // OS, DOS
		english, marked = english || is, marked || !acronym && articlesOfPortuguese[lower]
		b.WriteString(lower)
		b.WriteByte(' ')
	}
	text := b.String()
	return words.LanguageOf(text).Code() == "pt" || !english && (marked || strings.ContainsAny(text, lettersOfPortuguese))
}
