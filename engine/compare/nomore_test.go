package compare

import "testing"

// classed compares each pair in both directions.
func classed(t *testing.T, want Class, pairs ...[2]string) {
	t.Helper()
	for _, p := range pairs {
		for _, q := range [][2]string{p, {p[1], p[0]}} {
			if got := Texts(q[0], q[1]); got.Class != want {
				t.Errorf("%q, %q: %s, want %s", q[0], q[1], got.Words(), want)
			}
		}
	}
}

// againstAre checks for pairs of a goal and a step whether the step contradicts the goal.
func againstAre(t *testing.T, want bool, pairs ...[2]string) {
	t.Helper()
	for _, p := range pairs {
		if differs, against := Against(p[0], p[1]); against != want {
			t.Errorf("%q, %q: %v (%s), want %v", p[0], p[1], against, differs, want)
		}
	}
}

// TestWhatIsEndedIsNotDone: a verb of ending in front of a gerund denies it.
func TestWhatIsEndedIsNotDone(t *testing.T) {
	classed(t, Rephrased, [][2]string{
		{"We stopped using Jenkins", "We no longer use Jenkins"},
		{"We quit using Jenkins", "We no longer use Jenkins"},
		{"We gave up using Jenkins", "We don't use Jenkins"},
		{"We ceased to use Jenkins", "We do not use Jenkins any more"},
		{"We moved away from using Jenkins", "We no longer use Jenkins"},
		{"The team has stopped writing changelogs", "The team no longer writes changelogs"},
		{"The server stopped responding to pings", "The server does not respond to pings"},
		{"We discontinued offering refunds", "We no longer offer refunds"},
		{"Stop logging passwords", "Do not log passwords"},
		{"Refrain from deploying on Fridays", "Do not deploy on Fridays"},
		{"Jenkins stopped working", "Jenkins is broken"},
		{"We never stopped using Jenkins", "We use Jenkins"},
		{"Never stop testing the backups", "Test the backups"},
		{"We moved away from Jenkins", "We no longer use Jenkins"},
		{"We dropped Jenkins", "We no longer use Jenkins"},
		{"We ditched Jenkins", "We don't use Jenkins any more"},
		{"We do not use Jenkins anymore", "We no longer use Jenkins"},
	}...)
	classed(t, Negated, [][2]string{
		{"We stopped using Jenkins", "We use Jenkins"},
		{"We started using Jenkins", "We no longer use Jenkins"},
		{"We have not stopped using Jenkins", "We no longer use Jenkins"},
		{"We will stop supporting Python 3.8", "We support Python 3.8"},
		{"Bob stopped drinking coffee", "Bob drinks coffee"},
		{"We finished migrating the database", "We do not migrate the database"},
		{"We stopped to check the logs", "We do not check the logs"},
		{"We stopped during the night", "We did not stop during the night"},
	}...)
	classed(t, Contradiction, [][2]string{
		{"We started using Jenkins", "We stopped using Jenkins"},
		{"We moved away from Jenkins", "We use Jenkins"},
		{"We got rid of Jenkins", "We use Jenkins"},
		{"We retired the old billing API", "We use the old billing API"},
		{"The bank retired its fax line", "The bank uses its fax line"},
		{"Jenkins was dropped", "We use Jenkins"},
		{"The bus stop building is closed", "The bus stop building is open"},
	}...)
	classed(t, Changed, [2]string{"The flashlight stopped working", "The radio stopped working"})
	againstAre(t, true, [][2]string{
		{"Migrate the database", "Stop migrating the database"},
		{"Never charge a customer twice", "Never stop charging customers twice"},
		{"Stop storing passwords in plain text", "Store passwords in plain text"},
		{"Keep using Postgres", "Stop using Postgres"},
		{"Stop using Jenkins", "Use Jenkins for the build"},
	}...)
	againstAre(t, false, [][2]string{
		{"Never charge a customer twice", "Stop charging customers twice"},
		{"Stop storing passwords in plain text", "Hash the passwords"},
		{"Fewer alerts at night", "Stop sending alerts at night"},
		{"Stop using Jenkins", "Remove Jenkins"},
	}...)
}
