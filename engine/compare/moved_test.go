package compare

import "testing"

// TestWhatTookThePlace checks that a reported replacement of what the other text names is a change of a value.
func TestWhatTookThePlace(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"Search uses Elasticsearch.", "Search was moved from Elasticsearch to Typesense.", "value changed: Elasticsearch → Typesense"},
		{"Backups go to S3.", "Backups were moved from S3 to Glacier.", "value changed: S3 → Glacier"},
		{"Push notifications are sent via Firebase.", "Push notifications were moved from Firebase to OneSignal.", "value changed: Firebase → OneSignal; drops sent"},
		{"The wiki is hosted on Confluence.", "The wiki was migrated from Confluence to Notion.", "value changed: Confluence → Notion; drops hosted"},
		{"We use Jenkins for builds.", "Builds were switched from Jenkins to Buildkite.", "value changed: Jenkins → Buildkite"},
		{"CI runs on Jenkins.", "We moved CI from Jenkins to GitHub Actions.", "value changed: Jenkins → GitHub Actions"},
		{"The cache is Memcached.", "The cache was changed from Memcached to Valkey.", "value changed: Memcached → Valkey"},
		{"Logs are kept in Loki.", "Loki was replaced by ClickHouse for logs.", "value changed: Loki → ClickHouse"},
		{"The frontend is written in Angular.", "The frontend was ported from Angular to Svelte.", "value changed: Angular → Svelte; drops written"},
		{"The retro is on Monday.", "The retro was moved from Monday to Wednesday.", "value changed: Monday → Wednesday"},
		{"Standup is at 9:00.", "Standup has been moved from 9:00 to 9:30.", "value changed: 9:00 → 9:30"},
		{"The primary database is in Frankfurt.", "The primary database was relocated from Frankfurt to Zurich.", "value changed: Frankfurt → Zurich"},
		{"Invoices are sent by DHL.", "Invoices were switched from DHL to email.", "value changed: DHL → email; drops sent"},
		{"The session timeout is 15 minutes.", "The session timeout was raised from 15 to 30 minutes.", "value changed: 15 → 30 minutes"},
		{"The price of the basic plan is 9 euros.", "The price of the basic plan was lowered from 9 to 7 euros.", "value changed: 9 → 7 euros"},
		{"Payments go through Stripe.", "We replaced Stripe with Adyen for payments.", "value changed: Stripe → Adyen"},
		{"The repository is called atlas.", "The repository was renamed from atlas to meridian.", "value changed: atlas → meridian"},
		{"Alerts go to PagerDuty.", "Alerts have been moved off PagerDuty to Opsgenie.", "value changed: PagerDuty → Opsgenie"},
		{"Search was moved from Elasticsearch to Typesense.", "Search uses Elasticsearch.", "value changed: Typesense → Elasticsearch"},
		{"The wiki was renamed from Atlas to Meridian.", "The wiki is called Atlas.", "value changed: Meridian → Atlas"},
		{"The primary is db-01.", "The primary was moved from db-01 to db-02.", "value changed: db-01 → db-02"},

		{"Search uses Typesense.", "Search was moved from Elasticsearch to Typesense.", "more detail: uses → moved Elasticsearch"},
		{"Logs go to S3.", "Backups were moved from S3 to Glacier.", "different"},
		{"Elasticsearch has a new logo.", "Search was moved from Elasticsearch to Typesense.", "different"},
		{"The team in Frankfurt has six people.", "The database was moved from Frankfurt to Zurich.", "different"},
	} {
		if got := Texts(c.old, c.new).Words(); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.old, c.new, got, c.want)
		}
	}
	r := Texts("The primary is db-01.", "The primary was moved from db-01 to db-02.")
	if r.Changed[0].Kind == Identifier {
		t.Errorf("an identifier that took the place of another is one of two things: %+v", r)
	}
}
