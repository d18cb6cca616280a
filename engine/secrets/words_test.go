package secrets

import "testing"

// TestSecretsInWords checks that a key in a sentence is found as a password is, and that a statement about keys is no secret.
func TestSecretsInWords(t *testing.T) {
	key := random[3:25]
	for _, text := range []string{
		"The API key of the mailer is " + key, "The access token for staging is tok_" + random[:18] + ".", "The webhook secret is " + random[:20], "The API key is sk-" + "live-" + random[:20],
		"Our signing secret for the partner portal is `" + key + "`", "the client secret is now " + key, "The deploy token was " + key + ", until May.", "Der API-Key lautet " + key,
		"The encryption key is " + "4f7a9c01e83b52d64f7a9c01e83b52d6", "The token in the old setup: " + key,
	} {
		found, err := Find(text)
		if err != nil || len(found) != 1 {
			t.Errorf("%q: %v, %v", text, found, err)
		}
	}
	for _, text := range []string{
		"The API key is stored in Vault", "The access token expires after 15 minutes", "the webhook secret is rotated quarterly", "The API key is in the 1Password vault of the team.",
		"The id of the API key is 019e2b7c-8d31-7c55-9a3e-1f0b6d2c4e88", "The API key is 019e2b7c-8d31-7c55-9a3e-1f0b6d2c4e88", "The token is checked since commit 4f7a9c01e83b52d64f7a9c01e83b52d64f7a9c01",
		"The hash of the secret is e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "The token was added in 4f7a9c01e83b52d64f7a9c01e83b52d64f7a9c01", "The access token is read from CI_DEPLOY_V2_STAGING",
		"The API key is MAILER_KEY_2026_PRIMARY", "The key is on the shelf of room-2026-north-wing-4", "The signing key is valid-until-2026-12-31-at-noon", "The token is 4f7a9c01e83b52d64f7a9c01e83b52d64f7a9c01",
		"Primary key: orders_2026_customer_id", "The secret is kept at vault/kv/mailer/v2/production-eu", "The refresh token is valid for 30 days, the access token for 15 minutes.",
	} {
		if found, err := Find(text); len(found) > 0 || err != nil {
			t.Errorf("%q: %v, %v", text, found, err)
		}
	}
}
