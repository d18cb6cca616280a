package compare

import "testing"

// TestWordsThatSayLittleAndChangeAll checks that a sign or a grammar word that reverses the meaning is a change, with the texts as written, and that others are not.
func TestWordsThatSayLittleAndChangeAll(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		// Operators.
		{"Retry when x > 5", "Retry when x < 5", "value changed: > → <"},
		{"Retry when x >= 5", "Retry when x <= 5", "value changed: >= → <="},
		{"Retry when x >= 5.", "Retry when x > 5.", "value changed: >= → >"},
		{"Retry when x>5", "Retry when x<5", "value changed: > → <"},
		{"Retry when x >5", "Retry when x <5", "value changed: > → <"},
		{"Alert when load ≥ 80%", "Alert when load ≤ 80%", "value changed: ≥ → ≤"},
		{"Run it if a && b", "Run it if a || b", "value changed: && → ||"},
		{"Run it if a&&b", "Run it if a||b", "value changed: && → ||"},
		{"Run it if state == done", "Run it if state != done", "value changed: == → !="},
		{"It needs python>=3.8", "It needs python<=3.8", "value changed: >= → <="},
		{"Data flow from queue -> cache", "Data flow from queue <- cache", "value changed: -> → <-"},
		{"Alert when load ≥ 80%", "Alert when load >= 80%", "rephrased"},
		{"Run it if a && b", "Run it if a and b", "rephrased"},
		{"Use R & D", "Use R and D", "rephrased"},
		{"> The port is 80", "The port is 80", "rephrased"},
		{"Use <b>bold</b> text", "Use <b>bold</b> texts", "rephrased"},
		{"Map<K,V> is fast", "Map<K,W> is fast", "value changed: Map<K,V → Map<K,W"},

		// German particles.
		{"Der Server ist an", "Der Server ist aus", "contradiction: an → aus"},
		{"Der Server ist aus.", "Der Server ist an.", "contradiction: aus → an"},
		{"Das Licht ist ein", "Das Licht ist aus", "contradiction: ein → aus"},
		{"Die Tür ist auf", "Die Tür ist zu", "contradiction: auf → zu"},
		{"Schalte den Server an", "Schalte den Server aus", "contradiction: an → aus"},
		{"Der Server ist an und kalt", "Der Server ist aus und kalt", "contradiction: an → aus"},
		{"Der Alarm ist an, der Server auch", "Der Alarm ist aus, der Server auch", "contradiction: an → aus"},
		{"Wir testen vor dem Deploy", "Wir testen nach dem Deploy", "value changed: vor → nach"},
		{"Es braucht Passwort und Schlüssel", "Es braucht Passwort oder Schlüssel", "value changed: und → oder"},
		{"Der Server ist aus", "Der Server ist nicht an", "rephrased: aus → an; adds nicht"},
		{"Der Server steht an einer Wand", "Der Server steht an der Wand", "rephrased"},

		// Restrictions ("only").
		{"Only admins can deploy", "Admins can deploy", "value changed: drops Only"},
		{"Admins can deploy", "Only admins can deploy", "value changed: adds Only"},
		{"Admins can deploy only on Friday", "Admins can deploy on Friday", "value changed: drops only"},
		{"Deploy only if the tests pass", "Deploy if the tests pass", "value changed: drops only"},
		{"It is open to members only", "It is open to members", "value changed: drops only"},
		{"The cache is used only by the API", "The cache is used by the API", "value changed: drops only"},
		{"Nur Admins dürfen es", "Admins dürfen es", "value changed: drops Nur"},
		{"Keep only the last backup", "Keep the last backup", "value changed: drops only"},
		{"Only the admins can deploy it", "Admins only can deploy it", "rephrased"},
		{"We only deploy on Friday", "We deploy only on Friday", "rephrased"},
		{"The cache failed.", "The cache failed; the only log is gone.", "more detail: adds only log gone"},

		// Units.
		{"The limit is 5%", "The limit is 5", "value changed: drops %"},
		{"The limit is 5", "The limit is 5 percent", "value changed: adds percent"},
		{"The discount is 5 %", "The discount is 5 €", "value changed: % → €"},
		{"The timeout is 30", "The timeout is 30 s", "more detail: adds s"},
		{"The limit is 5%", "The limit is 5 percent", "rephrased"},
		{"The limit is 5 %", "The limit is 5%", "same"},

		// Grammar words.
		{"It needs a password and a token", "It needs a password or a token", "value changed: and → or"},
		{"Admins must deploy it", "Admins may deploy it", "value changed: must → may"},
		{"Mail to Bob", "Mail from Bob", "value changed: to → from"},
		{"It runs since Monday", "It runs until Monday", "value changed: since → until"},
		{"Deploy if the tests pass", "Deploy unless the tests pass", "value changed: if → unless"},
		{"Alice and Bob meet", "Bob and Alice meet", "rephrased"},
		{"We moved it to Oslo from Rome", "We moved it from Rome to Oslo", "rephrased"},
	} {
		r := Texts(c.old, c.new)
		if got := r.Words(); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.old, c.new, got, c.want)
		}
	}
}
