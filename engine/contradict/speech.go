package contradict

import (
	"strings"
	"unicode"

	"asterism/engine/compare"
	"asterism/engine/pattern"
)

// spoken is a turn of a conversation: the speaker, if a label names one, and those sentences that state something.
type spoken struct {
	speaker string // "": unknown
	stated  string // "": nothing
}

// speechOf reads a text as a turn of a conversation. Greetings, thanks, encouragement and questions state nothing: two turns that share only these are not about one thing. Other texts
// lose only such sentences, which are rare there.
func speechOf(text string) spoken {
	speaker, rest := "", text
	if m := label.FindStringSubmatch(text); m != nil {
		speaker, rest = m[1], text[len(m[0]):]
	}
	var kept []string
	polite, person := false, persons.MatchString(rest)
	for _, s := range turnEnd.Regexp().FindAllString(rest, -1) {
		s = strings.TrimSpace(s)
		switch {
		case s == "":
		case !hasWord(s) || courtesy.MatchString(s):
			polite = true
		case person && strings.HasSuffix(s, "?"):
		default:
			kept = append(kept, s)
		}
	}
	switch {
	case len(kept) == 0:
		return spoken{speaker: speaker}
	case !polite && !person: // "Deadline: 4 May" has no speaker
		return spoken{stated: text}
	}
	return spoken{speaker, strings.Join(kept, " ")}
}

// holdsForStated reports whether a finding about two texts also holds for what they state (see speechOf). If two speakers talk about themselves or each other, it is about different people.
func holdsForStated(older, text string, found func(older, text string, r *compare.Result) bool) bool {
	a, b := speechOf(older), speechOf(text)
	switch {
	case a.stated == "" || b.stated == "":
		return false
	case a.speaker != "" && b.speaker != "" && a.speaker != b.speaker && (persons.MatchString(a.stated) || persons.MatchString(b.stated)):
		return false
	case a.stated == older && b.stated == text:
		return true
	case a.speaker != "" && a.speaker == b.speaker && reportedBy(read(a.speaker+": "+a.stated), read(b.speaker+": "+b.stated)).gone: // both texts are about the speaker, who says "I"
		return true
	}
	r := compare.In("text", a.stated, b.stated)
	return found(a.stated, b.stated, &r)
}

func hasWord(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
}

var (
	label   = pattern.New(`^(\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}.'’-]*)?): `)
	turnEnd = pattern.New(`(?:[^.!?]|[.!?]\S)*(?:[.!?]+["')]*(?:\s|$)|$)`)
	// persons are words whose meaning depends on the speaker.
	persons = pattern.New(`\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Yy]ou|[Yy]ours?|[Yy]ourself)\b`)
	// courtesy matches a whole sentence that greets, thanks, agrees, wishes or encourages, with at most a name.
	courtesy = pattern.New(`^(?i:(?:oh|ah|aww*|wow|hey|yeah|and)[ ,]+)*(?:` +
		`(?i:many thanks|thanks|thank you|thx)\b(?:[ ,]+(?i:so much|very much|a lot|a bunch|a million|again|too|everyone|all|guys|for [^,;]*)|[ ,]+\p{Lu}[\p{L}'-]*)*|` +
		`(?i:(?:i )?(?:really )?appreciate (?:it|that|you|your [^,;\d]*))|(?i:(?:your|it|that|this) [^,;\d]{0,50}?means? (?:a lot|so much|the world|everything))[^,;\d]{0,20}|` +
		`(?i:hi|hiya|hey|hello|bye|bye bye|goodbye|good (?:morning|afternoon|evening|night|luck|job|going|to (?:see|hear)[^,;\d]*|for you)|see (?:you|ya)|take care|talk (?:soon|later|to you)|until next time|nice to (?:see|meet|hear)[^,;\d]*|` +
		`(?:great|good|nice|lovely) (?:seeing|hearing|talking|chatting)[^,;\d]*|congrats|congratulations|cheers|welcome|you['’]re (?:very |so )?welcome|well done|way to go|keep (?:it up|going|at it|pushing)|go for it|you['’]?(?:ve)? (?:got|can do) (?:this|it)|hang in there|` +
		`how are you|how have you been|what['’]?s up|how['’]?s it going|best wishes|best of luck|fingers crossed|long time no see|(?:happy|merry) (?:birthday|new year|anniversary|holidays|easter|christmas)|have (?:a|an) (?:great|good|nice|lovely|wonderful|safe|fun|amazing) \p{L}+|` +
		`don['’]t (?:worry|give up|quit|mention it)|(?:i(?:['’]m| am) )?so (?:happy|proud|glad|excited) (?:for|of) you|same here|(?:i )?can['’]t wait|me too|no problem|no worries|of course|my pleasure|sounds (?:good|great|fun))\b(?:[ ,]+[\p{L}'’-]+){0,3}|` +
		`(?i:wow|yay|yes|yep|yup|yeah|no|nope|sure|ok|okay|agreed|absolutely|definitely|exactly|totally|great|cool|awesome|amazing|nice|sweet|perfect|haha|lol)(?i: (?:thing|idea|job|work|news))?(?:[ ,]+(?:\p{Lu}[\p{L}'-]*|(?i:thing|man|dude)))*` +
		`)\W*$`)
)

// wishes are words by which somebody says what they want, like or feel. One may have many wishes at a time.
var wishes = pattern.New(`(?i)\bI(?:['’](?:m|d|ve))?(?: (?:am|was|would|do|really|so|very|also|just|always|still))* (?:want|wish|hope|hoping|like|love|enjoy|adore|proud|happy|glad|excited|grateful|thankful|sorry|afraid|thinking|looking)\b`)

// ofItsDay are words that refer to the day of the text. A text of another day refers to another day.
var ofItsDay = pattern.New(`(?i)\b(?:today|tonight|yesterday|tomorrow|this (?:morning|afternoon|evening)|last night|right now)\b`)
