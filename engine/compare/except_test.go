package compare

import "testing"

// TestWhatIsExcepted checks that a text contradicts an exception if it says of the excepted thing what the other says of the rest.
func TestWhatIsExcepted(t *testing.T) {
	classed(t, Contradiction, [][2]string{
		{"Everything but Windows is supported", "Windows is supported"},
		{"Everything but Windows is supported", "The tool supports Windows"},
		{"All platforms except Windows are supported", "Windows is supported"},
		{"All platforms except Windows and macOS are supported", "Windows is supported"},
		{"All tests pass except the login test", "The login test passes"},
		{"Every service apart from billing uses Postgres", "Billing uses Postgres"},
		{"We back up all databases except for the cache", "We back up the cache"},
		{"All users save for admins can log in", "Admins can log in"},
		{"No platform except Windows is supported", "Windows is not supported"},
		{"All regions with the exception of Asia are live", "Asia is live"},
		{"Everyone except Bob approved the plan", "Bob approved the plan"},
		{"Only Windows is supported", "Everything but Windows is supported"},
		{"Everything but the kitchen is clean", "The kitchen is clean"},
		{"Every page but the home page loads fast", "The home page loads fast"},
		{"Nobody but Kim has the key", "Kim does not have the key"},
		{"Everyone passed other than Bob", "Bob passed"},
		{"Anything but Postgres is fine", "Postgres is fine"},
		{"All files are encrypted except logs", "Logs are encrypted"},
		{"All files excluding logs are backed up nightly", "Logs are backed up nightly"},
		{"All endpoints but health need a token", "Health needs a token"},
		{"Each team except sales uses Slack", "Sales uses Slack"},
		{"All invoices barring drafts are emailed", "Drafts are emailed"},
		{"The museum is open every day except Monday", "The museum is open on Monday"},
		{"All tests pass, except on Windows", "The tests pass on Windows"},
	}...)
	classed(t, Detail, [][2]string{
		{"Everything including Windows is supported", "Windows is supported"},
		{"All platforms except Windows are supported", "Windows is not supported"},
		{"All tests pass except the login test", "The login test fails"},
		{"Every service other than billing uses Postgres", "Billing does not use Postgres"},
		{"Nothing but Windows is supported", "Windows is supported"},
		{"No platform except Windows is supported", "Windows is supported"},
		{"Everyone except Bob approved the plan", "Bob rejected the plan"},
		{"Every page but the home page loads fast", "The home page loads slowly"},
		{"No one except the admin can delete users", "The admin can delete users"},
		{"Nobody but Kim has the key", "Kim has the key"},
		{"Apart from Windows, Linux is supported", "Windows is supported"},
		{"All files are encrypted except logs", "Logs are not encrypted"},
		{"All files are encrypted except logs", "Logs are unencrypted"},
		{"Everyone left except that Bob stayed", "Bob stayed"},
	}...)
	classed(t, Changed, [][2]string{ // only one makes an exception
		{"All platforms are supported", "All platforms except Windows are supported"},
		{"All platforms except Windows are supported", "All platforms are supported"},
		{"Every test runs on each commit", "Every test but the slow ones runs on each commit"},
		{"Nobody may deploy on Fridays", "Nobody except Ravi may deploy on Fridays"},
		{"All invoices are checked by Nadia", "All invoices are checked by Nadia, except small ones"},
		{"The museum is open every day", "The museum is open every day except Monday"},
	}...)
	classed(t, Detail, [][2]string{
		{"All platforms are supported", "All platforms are supported, including Windows"},
		{"All tests run at night", "All tests run at night on the large machines"},
	}...)
	againstAre(t, true, [][2]string{
		{"Everything but Windows is supported", "The tool supports Windows"},
		{"Everything but Windows is supported", "Support Windows"},
		{"Back up everything but the cache", "Back up the cache"},
		{"Translate all pages except the legal ones", "Translate the legal pages"},
		{"Everyone but interns can deploy", "Let interns deploy"},
		{"Deploy everything except the docs", "Deploy the docs"},
		{"Run all tests but the slow ones", "Run the slow tests"},
		{"Ship to every country except Russia", "Ship to Russia"},
		{"Delete everything except the backups", "Delete the backups"},
	}...)
	againstAre(t, false, [][2]string{
		{"Everything but Windows is supported", "Drop Windows support"},
		{"Everything but Windows is supported", "Windows is not supported"},
		{"Everything but Windows is supported", "Support Linux"},
		{"Back up everything but the cache", "Back up the database"},
		{"Deploy everything except the docs", "Write the docs"},
		{"Run all tests but the slow ones", "Run the fast tests"},
		{"Ship to every country except Russia", "Ship to Peru"},
		{"Delete everything except the backups", "Keep the backups"},
		{"Delete everything except the backups", "Do not delete the backups"},
	}...)
}
