package compare

import "testing"

// TestWhatIsPrivate checks that publishing private data, or a kind of it, contradicts the goal. Sharing it with somebody, or publishing something about it, does not.
func TestWhatIsPrivate(t *testing.T) {
	classed(t, Contradiction, [][2]string{
		{"The salaries are secret", "The salaries were published"},
		{"The API key is private", "The API key was leaked"},
	}...)
	againstAre(t, true, [][2]string{
		{"Keep customer data private", "Publish customer emails on the wiki"},
		{"Keep customer data private", "Publish customer data on the wiki"},
		{"Keep customer data private", "Make customer data public"},
		{"Keep customer data private", "Leak customer data"},
		{"Keep customer data private", "Expose customer records to everyone"},
		{"Customer data stays private", "Publish the customer database"},
		{"Keep the salaries secret", "Publish the salaries"},
		{"Keep the salaries confidential", "Disclose the salaries to the press"},
		{"Keep the roadmap internal", "Publish the roadmap"},
		{"Keep user addresses private", "Share user addresses publicly"},
		{"Never sell customer data", "Sell customer emails"},
		{"Never sell customer data", "Sell customer emails to advertisers"},
		{"Do not log user details", "Log user passwords"},
		{"Keep patient information confidential", "Leak patient names"},
		{"Keep the launch date secret", "Publish the launch date"},
		{"Never share tenant information", "Share tenant phone numbers"},
		{"Never delete customer data", "Delete customer accounts"},
	}...)
	againstAre(t, false, [][2]string{
		{"Keep customer data private", "Publish the customer newsletter"},
		{"Keep customer data private", "Share customer data with the auditor"},
		{"Keep customer data private", "Post customer data to the API"},
		{"Keep customer data private", "Publish customer success stories"},
		{"Keep customer data private", "Publish the release notes"},
		{"Keep customer data private", "Encrypt customer data"},
		{"Keep customer data private", "Check that no endpoint exposes customer data"},
		{"Keep customer data private", "Never publish customer data"},
		{"Keep customer data private", "Publish the customer data policy"},
		{"Keep customer data private", "Fix the bug that exposes customer data"},
		{"Keep customer data private", "Publish weather data"},
		{"Keep the salaries secret", "Publish the job ads"},
		{"Keep the roadmap internal", "Publish the roadmap internally"},
		{"Keep customer data private", "Publish anonymized customer data"},
		{"Never delete customer data", "Delete customer support"},
		{"Keep patient information confidential", "Hash patient names"},
		{"Keep the launch date secret", "Publish the launch video"},
		{"Keep the launch date secret", "Prepare the launch"},
		{"Keep the network private", "Expose the metrics port to the network"},
	}...)
}
