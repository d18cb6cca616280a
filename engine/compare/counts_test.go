package compare

import "testing"

func TestAsOften(t *testing.T) {
	for _, c := range []struct{ goal, text, want string }{
		{"Never charge twice", "Charge 3 times", "Charge twice"},
		{"Never charge twice", "Charge two times a day", "Charge twice a day"},
		{"Never charge twice", "Charge more than once", "Charge twice"},
		{"Never charge twice", "Retry it 4x", "Retry it twice"},
		{"Never charge twice", "Charge many times", "Charge twice"},
		{"Never charge twice", "Charge once", "Charge once"},
		{"Never charge twice", "Charge sometimes", "Charge sometimes"},
		{"Never charge twice", "Look at the times", "Look at the times"},
		{"Never charge more than once", "Charge each customer twice", "Charge each customer more than once"},
		{"Never try five times", "Try 4 times", "Try 4 times"},
		{"Charge once", "Charge 3 times", "Charge 3 times"},
		{"Retry three times", "Retry 5 times", "Retry 5 times"},
		{"", "", ""},
	} {
		if got := asOften(c.goal, c.text); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.goal, c.text, got, c.want)
		}
	}
}
