package compare

import "testing"

// TestOppositesOfDifferentThings checks that opposites about different things are no contradiction, and that those about the same thing are.
func TestOppositesOfDifferentThings(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     Class
	}{
		{"dark_mode is off", "beta_search is on", Different},
		{"The dark_mode flag is off", "The beta_search flag is on", Different},
		{"dark_mode is on", "beta_search is not on", Different},
		{"db-01 is up", "db-02 is down", Different},
		{"Port 80 is open", "Port 443 is closed", Different},
		{"Alice approved the release", "Bob rejected the release", Different},
		{"The Berlin office is open", "The Paris office is closed", Different},
		{"The login page is public", "The admin page is private", Different},
		{"Alerts are enabled for db-01", "Alerts are disabled for db-02", Different},
		{"Deploys run on Jenkins", "Deploys do not run on GitLab", Different},
		{"main.go is included", "util.go is excluded", Different},
		{"Version 1.2.3 is supported", "Version 1.3.0 is not supported", Different},

		{"dark_mode is off", "dark_mode is on", Contradiction},
		{"The dark_mode flag is off", "The dark_mode flag is not off", Negated},
		{"db-01 is up", "db-01 is down", Contradiction},
		{"dark_mode is off", "beta_search is off", Changed},
		{"The login page is public", "The login page is private", Contradiction},
		{"The timeout was increased to 60", "The timeout was decreased to 30", Contradiction},
		{"In 2024 the plan was approved", "In 2025 the plan was rejected", Contradiction},
		{"The primary is db-01 and it is up", "The primary is db-02 and it is down", Contradiction},
		{"dark_mode is off and beta_search is on", "dark_mode is on and beta_search is off", Swapped},
		{"The price increased in May", "The price decreased in June", Contradiction},
		{"Alice approved the release", "Alice rejected the release", Contradiction},
		{"The valve is open at 5 bar", "The valve is closed at 6 bar", Contradiction},
	} {
		for _, texts := range [][2]string{{c.old, c.new}, {c.new, c.old}} {
			if r := Texts(texts[0], texts[1]); r.Class != c.want {
				t.Errorf("%q, %q: %s, want %s", texts[0], texts[1], r.Words(), c.want)
			}
		}
	}
}

// TestAnotherTimeOfAnotherThing checks that texts with different objects are no contradiction, also if the noun is a light word as a verb.
func TestAnotherTimeOfAnotherThing(t *testing.T) {
	classed(t, Different, [][2]string{
		{"Wash hands before cooking", "Wash the pots after cooking"},
		{"Wash plates before cooking", "Wash the pots after cooking"},
		{"Review plans before the meeting", "Review notes after the meeting"},
		{"Check the time before lunch", "Check the doors after lunch"},
		{"Clean the work bench before lunch", "Clean the floor after lunch"},
		{"Lock the doors before leaving", "Lock the windows after leaving"},
		{"Open the windows of the hall at night", "Close the doors of the hall at night"},
		{"Please open the windows in the lab", "Please close the doors in the lab"},
		{"Enable the cache in the gateway", "Disable the log in the gateway"},
		{"Start the pump before noon", "Stop the boiler before noon"},
	}...)
	classed(t, Contradiction, [][2]string{
		{"Wash hands before cooking", "Wash hands after cooking"},
		{"Open the windows of the hall at night", "Close the windows of the hall at night"},
		{"Enable the dark theme of the editor", "Disable the dark mode of the editor"},
	}...)
	againstAre(t, true, [][2]string{
		{"Run the tests before each deploy", "Run the tests after each deploy"},
		{"Tell users before a change", "Tell users after a change"},
	}...)
	againstAre(t, false, [][2]string{
		{"Wash hands before cooking", "Wash the pots after cooking"},
		{"Lock the doors before leaving", "Lock the windows after returning"},
		{"Run the tests before each deploy", "Run the benchmarks after each deploy"},
		{"Water the plants before noon", "Water the lawn after noon"},
		{"Feed the dog before work", "Feed the cat after work"},
		{"Brush your hair before the call", "Brush your teeth after the call"},
		{"Back up the database before the upgrade", "Back up the logs after the upgrade"},
		{"Save changes before closing", "Save settings after closing"},
		{"Update plans before the meeting", "Update minutes after the meeting"},
	}...)
}
