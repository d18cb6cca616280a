package contradict

import (
	"testing"

	"asterism/engine/compare"
	"asterism/engine/store"
)

func TestSpeechOf(t *testing.T) {
	for text, want := range map[string]spoken{
		"Nadia: Thanks, Ravi! I leave on Monday.": {"Nadia", "I leave on Monday."},
		"Nadia: Thanks!":                                        {"Nadia", ""},
		"Ravi: See you at the pool. Goodbye!":                   {"Ravi", ""},
		"Ravi: Hey Nadia! How are you?":                         {"Ravi", ""},
		"Wow, thanks for the flowers!":                          {"", ""},
		"Ravi: ;)":                                              {"Ravi", ""},
		"Nadia: When do you open the shop?":                     {"Nadia", ""},
		"Ravi: Congrats, Nadia! You got this!":                  {"Ravi", ""},
		"Nadia: Your advice means a lot to me. I sold the van.": {"Nadia", "I sold the van."},
		"Deadline: 4 May":                                       {"", "Deadline: 4 May"},
		"The proxy listens on port 8080.":                       {"", "The proxy listens on port 8080."},
		"Which queue? NATS.":                                    {"", "Which queue? NATS."},
		"Good locks need two keys.":                             {"", "Good locks need two keys."},
		"Nadia: Yes, I moved to Oslo.":                          {"Nadia", "Yes, I moved to Oslo."},
		"No deploys on Friday":                                  {"", "No deploys on Friday"},
	} {
		if got := speechOf(text); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// TestTurnsThatChangeNothing checks that turns that sound similar, and tasks for another version, are reported neither as changes nor as details.
func TestTurnsThatChangeNothing(t *testing.T) {
	for _, p := range [][2]string{
		{"Ravi: Cheers!", "Ravi: Absolutely!"},
		{"Nadia: See you at the pool. Goodbye!", "Nadia: Good night, see you in spring!"},
		{"Nadia: See you at the pool. Goodbye!", "Ravi: Goodbye!"},
		{"Nadia: Thank you for the soup. Your visit means the world.", "Ravi: Thank you!"},
		{"Nadia: Hang in there!", "Nadia: :)"},
		{"Ravi: Many thanks, Nadia. We won't give up the allotment, whatever the council says.", "Ravi: Many thanks, Nadia. We won't quit the allotment, the council has no case."},
		{"Ravi: The bakery will be ours one day, I can smell it.", "Nadia: Hello! Buy the bakery and never quit!"},
		{"Nadia: I can't quit the choir, it keeps me sane.", "Nadia: I will never quit the choir, they need an alto."},
		{"Ravi: It's so cold today!", "Ravi: It's so warm today!"},
		{"The lunch talk is in room 4 today.", "The lunch talk is in room 7 today."},
		{"Nadia: Don't give up, Ravi!", "Nadia: Don't worry, Ravi!"},
		{"Ravi: Happy birthday, Nadia!", "Ravi: Happy new year, Nadia!"},
		{"Nadia: My sister lives in Turin.", "Ravi: My sister lives in Lille."},
		{"Nadia: I have a dog.", "Ravi: I have a cat."},
		{"Nadia: My kiln will be fired at the weekend.", "Ravi: Will you fire the kiln at the weekend?"},
		{"The skipper says that a place on the boat costs about 15 euros.", "The skipper says that a place on the boat is not the problem."},
		{"Smoke test. Start the pump. ```sh pump --self-test ``` Should say firmware 1.4.0.", "Smoke test. Start the pump. ```sh pump --self-test ``` Should say firmware 1.5.0."},
		{"Label the crates. Print stickers for batch 2.1.0. Colour: red", "Label the crates. Print stickers for batch 2.2.0. Colour: red"},
		{"Engrave the plates. Feed {{serial}} to the laser.", "Engrave the plates. Feed 3.1.2 to the laser."},
		{"Stage 2.2: Paint the hull grey. The hull is bare.", "Stage 2.3: Rigging. Stage 2.2 switched the hull to grey paint."},
	} {
		older, m := said(2025, p[0]), said(2026, p[1])
		r := compare.In("text", p[0], p[1])
		if MaySupersede(older, m, &r) {
			t.Errorf("%q is offered in the place of %q: %s", p[1], p[0], Differs(p[0], p[1], &r))
		}
		if related := Relate(compare.To("text", p[1]), []*store.Memory{older}); len(related) > 0 {
			t.Errorf("%q after %q: %+v", p[1], p[0], related)
		}
		if o := SaidOtherwise([]*store.Memory{older, m}); o[0] != nil {
			t.Errorf("%q says otherwise than %q: %s", p[1], p[0], o[0].Differs)
		}
	}
}

// TestTurnsThatTellAChange checks that a later turn about the same thing is offered, with a speaker's label in front and thanks around it.
func TestTurnsThatTellAChange(t *testing.T) {
	for _, p := range [][2]string{
		{"Nadia: I live in Turin.", "Nadia: I moved from Turin to Lille."},
		{"Ravi: I go to the gym on Mondays.", "Ravi: I go to the gym on Thursdays."},
		{"Omar: I'd like to move in June.", "Omar: I'd like to move in July."},
		{"Omar: I'm allergic to nuts.", "Omar: I'm not allergic to nuts."},
		{"Omar: My bus takes 40 minutes.", "Omar: My bus takes 25 minutes."},
		{"My dentist appointment is on 4 May.", "My dentist appointment was moved to 11 May."},
		{"My lunch break lasts 45 minutes each day. I've been singing in it, which takes 45 minutes each day.", "My lunch break lasts about an hour each day. I've been singing in it, which takes about an hour each day."},
		{"Marek runs the book club.", "Marek quit; Ida runs the book club."},
		{"The landlord is Mr. Weber. The flat has a balcony.", "The landlord is Mrs. Lang. The flat has a balcony."},
		{"Backups: nightly at 2:00. Kept for 7 days.", "Backups: nightly at 3:00. Kept for 7 days."},
		{"Keep the backups for 7 days. They lie on db-01.", "Keep the backups for 9 days. They lie on db-01."},
		{"The proxy runs on port 8080. It needs root.", "The proxy runs on port 9090. It needs root."},
	} {
		older, m := said(2025, p[0]), said(2026, p[1])
		r := compare.In("text", p[0], p[1])
		if !MaySupersede(older, m, &r) {
			t.Errorf("%q is not offered in the place of %q: %s", p[1], p[0], r.Words())
		}
	}
}

// TestWhatOneWants checks that wishes, likes and feelings do not replace each other: a person has many at a time.
func TestWhatOneWants(t *testing.T) {
	for _, p := range [][2]string{
		{"Nadia: I'm proud of my son.", "Nadia: I'm proud of my daughter."},
		{"I want to learn Spanish.", "I want to learn to dive."},
		{"Ravi: I really love jazz.", "Ravi: I really love opera."},
		{"I'm thinking of getting a tent for the trip.", "I'm thinking of getting a stove for the trip."},
		{"I'm so happy with the new stove.", "I'm so happy with the new lamp."},
	} {
		older, m := said(2025, p[0]), said(2026, p[1])
		r := compare.In("text", p[0], p[1])
		if MaySupersede(older, m, &r) {
			t.Errorf("%q is offered in the place of %q: %s", p[1], p[0], Differs(p[0], p[1], &r))
		}
	}
}
