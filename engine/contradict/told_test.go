package contradict

import (
	"testing"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// toldCases are an older text, a newer one, and the change that the newer one reports.
var toldCases = []struct{ older, text, want string }{
	{"Public API rate limit: 100 requests per minute per API key, enforced in middleware/ratelimit.go with a token bucket in Redis.", "Rate limit raised to 300 requests per minute per key after Norvia hit the old one.", "value changed: 100 requests → 300 requests"},
	{"We pin the Stripe API version to 2025-03-31.basil in billing/stripe/client.go.", "Bumped the pinned Stripe API version to 2025-08-27.basil.", "value changed: 2025-03-31.basil → 2025-08-27.basil"},
	{"Priya owns the billing package; ask her before you change proration.", "Priya has moved to the data team; Tomas owns the billing package now.", "“Priya has moved to the data team”"},
	{"Public launch is planned for 15 September.", "Launch moved from 15 September to 6 October because the security review is late.", "value changed: 15 September → 6 October"},
	{"POST /v1/charges needs an Idempotency-Key header; keys are kept for 24 hours in the idempotency_keys table.", "Idempotency keys are now kept for 72 hours, since clients retry over the weekend.", "value changed: 24 hours → 72 hours"},
	{"Usage events go through NATS JetStream, stream USAGE, with three replicas.", "Switched usage events from NATS JetStream to Kafka, topic usage.v1, because ops already runs Kafka.", "value changed: NATS JetStream → Kafka"},
	{"On call this week: Marek. Pager is the PagerDuty service tollgate-prod.", "Marek is ill; Sana has the pager for the rest of the week.", "“Marek is ill”"},
	{"A failed card payment is retried after 1, 3 and 7 days, then the subscription is paused.", "Dunning changed: failed payments are retried after 2, 5 and 9 days, then the subscription is cancelled.", "value changed: 1, 3 and 7 days → 2, 5 and 9 days"},
	{"VAT is computed by Stripe Tax; we keep no tax tables of our own.", "Reversed: we no longer use Stripe Tax, it was too expensive; VAT rates come from our own table tax_rates.", "“we no longer use Stripe Tax”"},
	{"New customers get a free trial of 14 days without a card.", "From now on the trial is 30 days and a card is required.", "value changed: 14 days → 30 days"},
	{"CI fails on golangci-lint warnings; its version is pinned to 1.64.", "golangci-lint upgraded to 2.4; the config was migrated.", "value changed: 1.64 → 2.4"},
	{"The Team plan costs 49 euros a month, Scale costs 199.", "The Team plan goes up to 59 euros a month on 1 October.", "value changed: 49 euros → 59 euros"},
	{"Node is pinned to version 20.", "Node was bumped to version 22.", "value changed: version 20 → version 22"},
	{"Ravi is the tech lead.", "Ravi left the company; Ines is the tech lead.", "“Ravi left the company”"},
	{"Soft deletes are used for customers.", "Customers are deleted for good; soft deletes were removed.", "“soft deletes were removed”"},
	{"The feature export-v2 is behind a flag.", "The feature export-v2 is on for everyone; the flag is gone.", "“the flag is gone”"},
	{"We cache exchange rates in Redis.", "Exchange rates aren't cached in Redis any more.", "“Exchange rates aren't cached in Redis any more”"},
	{"The radio log is kept on paper.", "The paper radio log is gone.", "“The paper radio log is gone”"},
	{"The choir has a rehearsal room in the cellar.", "The rehearsal room of the choir was abolished.", "“The rehearsal room of the choir was abolished”"},
	{"A night bus serves the campus.", "The campus night bus was discontinued in May.", "“The campus night bus was discontinued in May”"},
	{"Anna reviews every change of the parser.", "Jonas took over from Anna as reviewer of the parser.", "“Jonas took over from Anna as reviewer of the parser”"},
	{"Marek steers the pilot boat on weekends.", "Lena took over the pilot boat from Marek.", "“Lena took over the pilot boat from Marek”"},
	{"Ms Okafor teaches maths to class 7b.", "Ms Okafor is on maternity leave; Mr Lindqvist has class 7b for maths until summer.", "“Ms Okafor is on maternity leave”"},
	{"Mika composes the soundtrack.", "Mika dropped out, the soundtrack is composed by Aiko.", "“Mika dropped out”"},
	{"We build the game with Unity 2022.", "The game was ported from Unity to Godot.", "value changed: Unity → Godot"},
	{"Detention is on Friday afternoons.", "Detention was abolished.", "“Detention was abolished”"},
	{"Save files are stored in the cloud.", "Cloud saves are gone; save files stay on the device.", "“Cloud saves are gone”"},
	{"The harbour log is a paper book in the watch room.", "The paper harbour log was replaced by a tablet.", "“The paper harbour log was replaced by a tablet”"},
	{"We keep backups of the wiki for 30 days.", "Retention of wiki backups was extended to 90 days.", "value changed: 30 days → 90 days"},
	{"Files are kept on the NAS in room 4.", "After Marek retired, files are no longer on the NAS.", "“files are no longer on the NAS”"},
	{"Sana orders the ink for the press.", "After Sana left us, the ink for the press comes from Omar.", "“After Sana left us”"},
	{"The ferry stops at Mole 2.", "The ferry no longer stops at Mole 2.", "“The ferry no longer stops at Mole 2”"},

	{"Secrets come from Vault at secret/tollgate.", "Exchange rates now come from Vault.", ""},
	{"Price lookups are cached in process for 60 seconds.", "Sessions are now cached for 300 seconds.", ""},
	{"The worker pool of staging has 8 workers.", "The worker pool of production now has 16 workers.", ""},
	{"Integration tests need Docker and take 4 minutes.", "The close job went from 40 minutes to 3.", ""},
	{"Priya owns the billing package.", "Priya left a comment on the pull request.", ""},
	{"The counter stays as long as the parcels are on the belt.", "When a parcel is removed from the belt, the lamp is switched.", ""},
	{"Look whether the shelf has any jars.", "If jars are gone, ask the shelf team for new ones.", ""},
	{"See that a permit exists before you dig.", "If a plot no longer exists, correct the permit list.", ""},
	{"The harvest needs a lot of crates and hands.", "We send crate 9 back as soon as it's no longer needed in the harvest.", ""},
	{"Before you fill in a travel form, read the notes.", "If the route is not known, fill in a blank form instead of a travel form.", ""},
	{"Sharpen knives with the grinder.", "Use a whetstone for knives instead of the grinder.", ""},
	{"Count the guests every 20 minutes: 60 of 90.", "The count of guests was moved: every 20 minutes, 60 of 410 guests.", ""},
	{"Docs exist for each command.", "Readers find commands in the docs that no longer exist.", ""},
	{"A visitor's note is a draft to be polished.", "Do not use the note as a draft.", ""},
	{"Each crate has a label for weights.", "The scale replaces all label weights of a crate.", ""},
	{"The lantern swings to and fro all night.", "When the guard reaches the lantern, the lantern is removed.", ""},
	{"Collect open questions from the visit reports.", "What is collected from visits is questions to talk about.", ""},
	{"The platform uses Kafka as its message queue.", "NATS has replaced Kafka as the message queue of the platform.", "“NATS has replaced Kafka as the message queue of the platform”"},
	{"Incident reports are written in Confluence.", "We stopped using Confluence for incident reports; they are Markdown files now.", "“We stopped using Confluence for incident reports”"},
	{"Builds for consoles are made by hand.", "Builds for phones are no longer signed by hand.", ""},
	{"Always close the valves first if the alarm sounds.", "Always close valves that are no longer needed.", ""},
	{"Fix each board with screws, never by gluing.", "Mount each board with screws instead of gluing.", ""},
	{"Keep the replay free of chance: no `Clock.Local` in a step.", "The step no longer uses `Clock.Exact`.", ""},
	{"The parser is pinned to version 1.64.", "The parser was moved from 1.64 to 2.4.", "value changed: 1.64 → 2.4"},
	{"A draft of the page is kept in the drafts folder.", "A draft is removed when the page is published.", ""},
	{"The crew of the Anna eats at noon.", "The crew of the Maria no longer eats at noon.", ""},
	{"Anna's crew is paid on the 1st.", "Maria's crew is now paid on the 15th.", ""},
	{"The old server crashed on Sunday.", "The old server was replaced on Monday.", ""},
	{"The first draft was written by Lena in March.", "The first draft is gone.", ""},
	{"We pin Node to 20.11 because the pdf renderer segfaults on 22.", "We upgraded Node to 22.9 after the pdf renderer was replaced with Chromium.", "value changed: 20.11 → 22.9"},
	{"Postgres runs in version 14.", "We bumped Postgres to 16.", "value changed: version 14 → 16"},
	{"ESLint 8 with the airbnb rules checks the code.", "Bumped ESLint to 9; the rules are our own now.", "value changed: 8 → 9"},
	{"Java 11 is required to build.", "Upgraded Java to 17.", "value changed: 11 → 17"},
	{"We pin Node to 20.11.", "We upgraded Ruby to 3.3.", ""},
	{"Node 18 is needed to build the docs.", "We upgraded Node to 22.9 in the api service.", ""},
	{"The SDK supports Python 3.8 to 3.12.", "We upgraded Python to 3.13 in CI.", ""},
	{"Postgres 14 crashed on Sunday.", "We bumped Postgres to 16.", ""},
	{"Postgres listens on 5432.", "We bumped Postgres to 16.", ""},
	{"The Redis client retries 3 times.", "We bumped Redis to 7.", ""},
	{"Room 12 has the Node workshop.", "We upgraded Node to 22.9.", ""},
}

// TestTold checks that a text that reports a change in its own words changes the thing it is about, and nothing else.
func TestTold(t *testing.T) {
	for _, c := range toldCases {
		if got := Told(c.older, c.text); got != c.want {
			t.Errorf("%q after %q: %q, want %q", c.text, c.older, got, c.want)
		}
		if c.want == "" {
			continue
		}
		r := compare.Texts(c.older, c.text)
		if older, m := said(2025, c.older), said(2026, c.text); !MaySupersede(older, m, &r) || SaidOtherwise([]*store.Memory{older, m})[0] == nil {
			t.Errorf("%q is not told to change %q", c.text, c.older)
		}
	}
}

// TestOfTwoThings checks that statements about two things, or about two uses of one, are no change.
func TestOfTwoThings(t *testing.T) {
	for _, c := range [][2]string{
		{"DHL collects the returns every afternoon.", "UPS now collects the parcels every afternoon."},
		{"DHL collects the returns at 16:00.", "UPS now collects the parcels at 17:00."},
		{"The crew of the Anna has six men.", "The crew of the Maria has six men."},
		{"The crew of the Anna sleeps ashore.", "The crew of the Maria now sleeps on board."},
		{"The captain of the Queen Mary is paid monthly.", "The captain of the Queen Anne is now paid weekly."},
		{"We keep backups of the wiki for 30 days.", "Backups of the mail server are now kept for 60 days."},
		{"Pupils of 5a plant tulips.", "Pupils of 5b now plant carrots."},
		{"Testers report bugs in Linear.", "Testers reported 12 bugs in the new level on Monday."},
		{"Rotate the API keys every quarter.", "Never rotate the API keys from a laptop."},
		{"Divers need a permit from the harbour office.", "When a diver is gone for an hour, call the harbour office."},
		{"Permits for divers are free.", "Permits for fishers now cost 5 euros."},
		{"The gateway times out after 30 seconds.", "The worker times out after 300 seconds."},
		{"We use Redis for sessions.", "We use Redis for rate limits."},
		{"We use Terraform for DNS.", "We use Terraform for the buckets."},
		{"Secrets live in Vault.", "Vault holds our secrets."},
		{"The nightly job starts at 02:00.", "The nightly job begins at two in the morning."},
		{"The report is sent at 6 pm.", "The report is sent at six in the evening."},
	} {
		if r := compare.Texts(c[0], c[1]); MaySupersede(said(2025, c[0]), said(2026, c[1]), &r) {
			t.Errorf("%q may supersede %q: %s", c[1], c[0], r.Words())
		}
	}
}
