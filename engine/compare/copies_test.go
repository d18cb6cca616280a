package compare

import "testing"

// TestWhatIsMerged checks the wording. A dream removes one of two texts with the same wording, so a text with another meaning must have another wording, and a retyped text the same.
func TestWhatIsMerged(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		// A sign behind a negation may end its scope.
		{"No, deploy on Friday", "No deploy on Friday", false},
		{"No. Deploy on Friday", "No deploy on Friday", false},
		{"No! Deploy on Friday", "No deploy on Friday", false},
		{"No — deploy on Friday", "No deploy on Friday", false},
		{"**No**, deploy on Friday", "No deploy on Friday", false},
		{"Don't, stop the job", "Don't stop the job", false},
		{"Do not wait, deploy", "Do not wait deploy", false},
		{"Do not deploy. On Friday restart it", "Do not deploy on Friday. Restart it", false},
		{"He is not coming, because he is ill", "He is not coming because he is ill", false},
		{"If not, stop the job", "If not stop the job", false},
		{"Never, run the job", "Never run the job", false},
		{"Nothing, changed on Monday", "Nothing changed on Monday", false},
		{"Nein, heute starten", "Nein heute starten", false},
		{"Казнить нельзя, помиловать", "Казнить, нельзя помиловать", false},
		{"No, deploy on Friday", "no; deploy on Friday.", true},
		{"It works on staging, not on production.", "It works on staging not on production", true},
		{"Restart it, then deploy.", "Restart it then deploy", true},
		{"We deploy on Friday, Alice said no.", "We deploy on Friday Alice said no", true},
		{"Do not deploy on Friday.", "Do not deploy on Friday", true},

		// Case that distinguishes words.
		{"The US team owns it", "The us team owns it", false},
		{"Set Path in the env", "Set PATH in the env", false},
		{"Set PATH in the env", "Set path in the env", false},
		{"Rows go to the table Users", "Rows go to the table users", false},
		{"Ask IT about the laptop", "Ask it about the laptop", false},
		{"IT is down", "It is down", false},
		{"It starts in May", "It starts in may", false},
		{"The tool is written in Go", "The tool is written in go", false},
		{"The NAT gateway is down", "The nat gateway is down", false},
		{"PATH", "path", false},
		{"Call getUser first", "Call GetUser first", false},
		{"See /Docs/a.md", "See /docs/a.md", false},
		{"The token is aB3xY", "The token is Ab3xy", false},
		{"The link has 5 Mb", "The link has 5 MB", false},
		{"The pump takes 5mW", "The pump takes 5MW", false},
		{"IT's down", "it's down", false},

		// Case that does not.
		{"Deploy on Friday", "deploy on friday", true},
		{"The API rate limit is 100 requests per minute.", "the api rate limit is 100 requests per minute", true},
		{"We parse JSON from URLs", "we parse json from urls", true},
		{"We moved to Berlin in June", "we moved to berlin in june", true},
		{"Alice reviewed Bob", "alice reviewed bob", true},
		{"It has 64 GB and 5ms", "it has 64gb and 5 ms", true},
		{"Ticket PAY-1041 is open", "ticket pay-1041 is open", true},
		{"It is stored on GitHub", "it is stored on Github", true},
		{"I think I'm done", "i think i'm done", true},
		{"Сегодня в Москве дождь", "сегодня в москве дождь.", true},
		{"Сегодня пришла Вера", "Сегодня пришла вера", false},
		{"Это решила ООН", "Это решила оон", false},
		{"CALL THE VET BEFORE NOON", "Call the vet before noon.", true},
		{"It failed. Restart it.", "it failed, restart it", true},
		{"- Restart it\n- Deploy", "- restart it\n- Deploy", true},
		{"The CI/CD job is API-first", "The CI/CD job is api-first", true},
		{"Don't restart it", "don't restart it", true},

		// Letters are not articles, and "so", "well", "just" and "please" are not always fillers.
		{"Plan A is approved", "Plan is approved", false},
		{"plan a is approved", "plan is approved", false},
		{"Team a wins the cup", "Team wins the cup", false},
		{"Take vitamin A", "Take vitamin", false},
		{"take vitamin a", "take vitamin", false},
		{"A and B are up", "and B are up", false},
		{"Do so", "Do", false},
		{"It is built so that it scales", "It is built that it scales", false},
		{"So far three tests failed", "Far three tests failed", false},
		{"It works well", "It works", false},
		{"Well water is safe", "Water is safe", false},
		{"Just admins can deploy", "Admins can deploy", false},
		{"It runs just in production", "It runs in production", false},
		{"Just five users are on it", "Five users are on it", false},
		{"The just cause won", "The cause won", false},
		{"It must please customers", "It must customers", false},
		{"He did not say please", "He did not say", false},
		{"A few users complained", "Few users complained", false},
		{"Only admins can deploy", "Admins can deploy", false},
		{"Plan A is approved", "plan a is approved", true},
		{"Just merge it", "Merge it", true},
		{"Please just merge it", "Merge it", true},
		{"So, restart it", "Restart it", true},
		{"Well, restart it", "Restart it", true},
		{"Could you please restart it", "Could you restart it", true},
		{"Restart it, please.", "Restart it", true},
		{"The server is in a rack", "Server is in the rack", true},
	} {
		if got := WordingOf("text", c.a) == WordingOf("text", c.b); got != c.same {
			t.Errorf("%q and %q: %v; %q, %q", c.a, c.b, got, wordsOf("text", c.a), wordsOf("text", c.b))
		}
	}
}

// TestATextWithoutCase checks that a text without case is the same as one with the case of names, although a dream does not merge them.
func TestATextWithoutCase(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Jana met Dmitri in Brno", "jana met dmitri in brno", true},
		{"Der Server ist im Keller", "der server ist im keller", true},
		{"THE SERVER IS IN BRNO", "The server is in Brno", true},
		{"The server is in Brno", "The Server is in Brno", false}, // both have case
		{"The us team owns it", "the US team owns it", false},
		{"We write it in Go", "we write it in go", false},
		{"It starts in May", "it starts in may", false},
		{"Set PATH in the env", "set path in the env", false},
		{"IT", "it", false},
	} {
		for _, texts := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if r := Texts(texts[0], texts[1]); (r.Class == Same) != c.same {
				t.Errorf("%q and %q: %s", texts[0], texts[1], r.Words())
			}
		}
	}
	if r := In("code", "x = TOTAL OF ALL", "X = TOTAL OF ALL"); r.Class == Same {
		t.Errorf("in code: %s", r.Words())
	}
}

// TestCaselessWords checks that the list of words that mean the same in any case has no word of the lists of synonyms and antonyms.
func TestCaselessWords(t *testing.T) {
	for word := range caseless {
		if word != lowered(word) || otherInSmall[word] || light[word] || quantifiers[word] || denials[word] || known().group[stemOf(word)] != "" && !shortForm[word] {
			t.Errorf("%q is another word in small letters, or is not in small letters", word)
		}
	}
}

// shortForm are the exceptions: abbreviations in the list of synonyms.
var shortForm = setOf("db usd eur gbp k8s kubernetes")
