package compare

import "testing"

// TestTimelyWords checks that a time behind a word such as "since" is not the topic, whatever the stem of that word is.
func TestTimelyWords(t *testing.T) {
	for _, word := range []string{"Since", "From", "Until", "Before"} {
		if r := Texts(word+" 2019 the shop is closed", word+" 2020 the shop is open"); r.Class != Contradiction {
			t.Errorf("%s: %v", word, r)
		}
	}
	if _, against := Against("Never charge a customer twice", "It is always fine to charge every customer twice"); !against {
		t.Error("what permits adds something else")
	}
}
