package compare

import (
	"slices"
	"testing"
)

// TestWhatTeamsTurnRound uses pairs of opposites that teams write, also in another word order.
func TestWhatTeamsTurnRound(t *testing.T) {
	checkClasses(t, []Class{Contradiction, Negated}, [][2]string{
		{"Лимит для гостей 50 запросов.", "Для гостей нет лимита 50 запросов."},
		{"Deploys are allowed on Fridays.", "Deploys on Fridays are forbidden."},
		{"Force pushes to main are allowed.", "On main, force pushes are forbidden."},
		{"We will move from Snowflake to BigQuery in the first quarter of 2027.", "The move to BigQuery was cancelled: egress would cost more than two years of Snowflake."},
		{"The migration will run in March.", "The migration in March was cancelled."},
		{"The feature flag new_eta_model is off in production.", "new_eta_model was switched on in production on 10 October."},
		{"Code review is required for hotfixes.", "Code review is optional for hotfixes."},
		{"Code review is mandatory for hotfixes.", "For hotfixes, code review is not needed."},
		{"Two-factor login is mandatory.", "Two-factor login is voluntary."},
		{"We support Node 16.", "Support for Node 16 was dropped."},
		{"SAML is supported.", "Support for SAML was withdrawn."},
		{"Node 16 is supported.", "Node 16 is deprecated."},
		{"The offsite in Porto is planned.", "The offsite in Porto is cancelled."},
		{"The security team approved the design of the vault.", "The design of the vault was rejected by the security team."},
		{"Kim accepted the invitation to the conference.", "Kim declined the invitation to the conference."},
		{"The nightly import succeeded.", "The nightly import failed."},
		{"The login test passes on Windows.", "On Windows, the login test fails."},
		{"Search works on mobile.", "On mobile, search is broken."},
		{"The build on main is broken.", "The build on main was fixed."},
		{"The legacy endpoint is kept.", "The legacy endpoint was removed."},
		{"The status page is public.", "The status page was made private."},
		{"The label printer is online.", "The label printer went offline."},
		{"The payment gateway is up.", "The payment gateway is down."},
		{"The pull request for the cache was merged.", "The pull request for the cache was reverted."},
		{"Jonas was hired as a data engineer.", "Jonas, the data engineer, left."},
		{"The replica in Dublin is healthy.", "The replica in Dublin is unhealthy."},
		{"The TLS certificate is valid.", "The TLS certificate has expired."},
		{"The coupon SPRING is active.", "The coupon SPRING was retired."},
		{"Smoking is permitted on the terrace.", "Smoking is banned on the terrace."},
		{"Telemetry is opt-in.", "Telemetry is opt-out."},
		{"The sync job is paused.", "The sync job was resumed."},
		{"The new eta model is on in staging.", "The new eta model is off in staging."},
		{"Dark mode is on by default.", "Dark mode is disabled by default."},
		{"Personal laptops are allowed in the lab.", "It is forbidden to use personal laptops in the lab."},
		{"The request for more budget was granted.", "The request for more budget was refused."},
		{"The rollout of the new checkout starts in May.", "The rollout of the new checkout was called off."},
		{"We plan to hire two testers.", "We cancelled the plan to hire two testers."},
		{"The meetup on Thursday will take place.", "The meetup on Thursday was cancelled."},
		{"The trip to Lisbon is booked.", "The trip to Lisbon was cancelled."},
	})
}

// TestOppositesAboutOthers checks that opposites about different things, or in another sense, are no contradiction.
func TestOppositesAboutOthers(t *testing.T) {
	checkClasses(t, []Class{Different, Changed}, [][2]string{
		{"Force pushes to main are allowed.", "Force pushes to release branches are forbidden."},
		{"Deploys are allowed on Fridays.", "Smoking is forbidden in the office."},
		{"Node 18 is supported.", "Node 16 is deprecated."},
		{"The Berlin office is open.", "The Paris office is closed."},
		{"The import works.", "The export is broken."},
		{"We work on the parser.", "We broke the parser."},
		{"Kim works on the billing module.", "The billing module is broken."},
		{"Kim works for Acme.", "Kim joined Acme."},
		{"The left column shows prices.", "The join of the price tables is slow."},
		{"Take the left door.", "Jonas was hired."},
		{"The coupon SPRING is active.", "The coupon WINTER was retired."},
		{"The pull request for the cache was merged.", "The pull request for the parser was reverted."},
		{"The build on main is broken.", "The build on develop was fixed."},
		{"We approved the redesign.", "We rejected the offer of the printer."},
		{"The support team moved to Porto.", "The old support mailbox was dropped."},
		{"Sales declined in May.", "Kim accepted the offer in May."},
		{"The plan for Berlin has five seats.", "The flight to Berlin was cancelled."},
		{"The trip to Lisbon is booked.", "The trip to Porto was cancelled."},
		{"Contractors are allowed to use personal laptops.", "Employees are forbidden to use personal laptops."},
		{"Read access is granted to interns.", "Write access is denied to interns."},
		{"The standup is at 9:00.", "The retro was cancelled."},
	})
}

// TestUnrelatedFactsAreNotTheSame checks that facts about one thing that share little but its name are not [Rephrased].
func TestUnrelatedFactsAreNotTheSame(t *testing.T) {
	checkClasses(t, []Class{Different}, [][2]string{
		{"The billing service does not use Redis.", "The geocoding service keeps its cache in memory, not in Redis."},
		{"Lena Vogt leads the Borealis team.", "Standup of the Borealis team is at 9:00."},
		{"Kim owns the billing module.", "The billing module has 80 percent coverage."},
		{"The DAG daily_parcels runs at 03:15 UTC.", "Never start a backfill while the DAG daily_parcels is running."},
		{"Lena Vogt leads the Borealis team.", "The Borealis team sits on the third floor."},
		{"Kim owns the billing module.", "The billing module was rewritten in Kotlin."},
		{"The DAG daily_parcels runs at 03:15 UTC.", "The DAG daily_parcels writes to the table parcels_clean."},
		{"The parser was written by Jonas.", "Jonas keeps bees on the roof."},
		{"The staging cluster has four nodes.", "Alerts of the staging cluster go to Mia."},
		{"The mobile app supports Android 10.", "Reviews of the mobile app improved in May."},
		{"Invoices are sent on the first of the month.", "Lena checks invoices for duplicates."},
		{"The API gateway limits clients to 100 requests.", "The API gateway is written in Go."},
		{"Refunds take five days.", "Refunds above 500 euros need an approval by finance."},
		{"Orders are stored in Postgres.", "Postgres was upgraded to version 16 last weekend."},
		{"The search index is rebuilt at night.", "The search index needs 40 GB of disk."},
		{"Omar reviews the Terraform changes.", "Terraform changes are applied from CI only."},
		{"The login page uses OAuth.", "Translations of the login page are in Crowdin."},
		{"The nightly report is sent to finance.", "Marta wrote the nightly report in R."},
		{"Never deploy while the import is running.", "The import reads from the SFTP server."},
		{"The office dog is welcome in meetings.", "The office dog bit the courier on Tuesday."},
		{"Invoices are created by the billing service.", "The billing service was rewritten by Kim."},
		{"The Helm chart for the API is in the infra repo.", "The infra repo is private."},
		{"Use pnpm in the frontend.", "The frontend needs Node 20."},
		{"The demo for Acme is on Thursday.", "Acme signed the contract on Thursday."},
		{"Ravi maintains the Kafka cluster.", "The Kafka cluster lost a broker at night."},
		{"Retries are limited to five.", "Retries use exponential backoff."},
		{"The sandbox resets every night.", "The sandbox has its own Stripe account."},
		{"We store sessions in Redis.", "Sessions expire after 30 minutes."},
		{"The mobile release train leaves every second Tuesday.", "Nina drives the mobile release train."},
		{"The checkout page loads in two seconds.", "The checkout page was redesigned by Mia."},
		{"Errors are reported to Sentry.", "Errors above one percent page the on-call engineer."},
		{"Pricing changes need approval by Lena.", "Lena announced the pricing changes at the all-hands."},
		{"The office closes at 18:00.", "The office has a new coffee machine."},
		{"Alerts for disk usage fire at 80 percent.", "Disk usage of the build host is at 85 percent."},
		{"Customers pay by card.", "Card payments fail in Safari."},
		{"The crawler respects robots.txt.", "The crawler runs on four machines."},
		{"Releases are signed with the team key.", "The team key is rotated in January."},
	})
}

// TestOtherWordsForTheSame checks that another order, or synonyms of the lists, keep the meaning.
func TestOtherWordsForTheSame(t *testing.T) {
	checkClasses(t, []Class{Rephrased}, [][2]string{
		{"Deploys are allowed on Fridays.", "On Fridays, deploys are permitted."},
		{"Force pushes to main are forbidden.", "It is prohibited to force push to main."},
		{"Code review is required for hotfixes.", "For hotfixes, code review is mandatory."},
		{"Kim owns the billing module.", "The billing module belongs to Kim."},
		{"Lena Vogt leads the Borealis team.", "The Borealis team is led by Lena Vogt."},
		{"Search uses Elasticsearch.", "Elasticsearch is used for search."},
		{"Backups go to S3.", "We send backups to S3."},
		{"The migration will run in March.", "In March the migration will run."},
		{"The migration was cancelled in March.", "In March the migration was called off."},
		{"The flag new_eta_model is off in production.", "In production, the flag new_eta_model is disabled."},
		{"The DAG daily_parcels runs at 03:15 UTC.", "At 03:15 UTC the DAG daily_parcels is run."},
		{"The retro takes place on Monday.", "The retro is on Mondays."},
		{"The certificate expired on 3 June.", "On 3 June the certificate lapsed."},
		{"The release was rolled back on Tuesday.", "On Tuesday the release was reverted."},
		{"Support for Node 16 was dropped.", "We dropped support for Node 16."},
		{"We moved search from Elasticsearch to Typesense.", "Search was moved from Elasticsearch to Typesense."},
		{"The wiki was migrated from Confluence to Notion.", "We migrated the wiki to Notion from Confluence."},
		{"The build is broken.", "The build is out of order."},
		{"The design was not approved.", "The design was rejected."},
		{"The status page is not public.", "The status page is private."},
		{"The printer is not offline.", "The printer is online."},
		{"The job is not paused.", "The job is running."},
		{"The outage was caused by a full disk.", "A full disk was the cause of the outage."},
		{"Restart the worker after every deploy.", "After each deploy, restart the worker."},
		{"Images are resized in the background by a worker.", "A worker resizes images in the background."},
		{"Ask Mia before you change the schema.", "Before you modify the schema, ask Mia."},
		{"The staging cluster has four nodes.", "There are 4 nodes in the staging cluster."},
		{"Refunds take five days.", "It takes 5 days to get a refund."},
		{"The team decided to use Kafka for events between services.", "For events between services, the team chose Kafka."},
		{"Customers receive an email when the parcel leaves the depot.", "When a parcel departs from the depot, the customer gets an email."},
		{"Hugo is on call this week.", "This week Hugo is on call."},
		{"Feature freeze begins on 1 December.", "The feature freeze starts on December 1."},
		{"Invoices are created by the billing service.", "The billing service generates the invoices."},
		{"Use pnpm in the frontend.", "In the frontend we use pnpm."},
		{"Ravi maintains the Kafka cluster.", "The Kafka cluster is maintained by Ravi."},
		{"Retries are limited to five.", "We limit retries to 5."},
		{"The sandbox resets every night.", "The sandbox is reset nightly."},
		{"We store sessions in Redis.", "Sessions are kept in Redis."},
		{"The checkout page loads in two seconds.", "It takes two seconds to load the checkout page."},
		{"Errors are reported to Sentry.", "We report errors to Sentry."},
		{"Pricing changes need approval by Lena.", "Lena has to approve pricing changes."},
		{"Tom is the tech lead of the mobile team.", "The mobile team's tech lead is Tom."},
		{"The office closes at 18:00.", "The office is closed from 6 pm."},
		{"Releases are signed with the team key.", "We sign releases with the key of the team."},
		{"The crawler respects robots.txt.", "robots.txt is respected by the crawler."},
		{"If a payment fails, the customer gets an email.", "The customer receives an email if a payment fails."},
		{"Do not deploy on Fridays.", "Never deploy on Fridays."},
		{"The server is down because the disk is full.", "Because the disk is full, the server is down."},
		{"Old logs are deleted after 30 days.", "After 30 days, logs that are old are removed."},
		{"The mobile team is run by Tom.", "Tom leads the mobile team."},
		{"Pricing changes need approval by Lena.", "Lena has to approve pricing changes."},
		{"Tom is the tech lead of the mobile team.", "The mobile team's tech lead is Tom."},
		{"The mobile team is run by Tom.", "Tom leads the mobile team."},
		{"The tech lead of the mobile team is Tom.", "Tom is the tech lead of the mobile team."},
		{"Kim is the owner of the wiki.", "The owner of the wiki is Kim."},
		{"Logs are kept for 30 days.", "Logs are deleted after 30 days."},
		{"Logs are kept for 30 days.", "After 30 days logs are deleted."},
		{"The door opens for 5 seconds.", "The door closes after 5 seconds."},
	})
}

// checkClasses checks that each pair of texts has one of some classes, in both directions.
func checkClasses(t *testing.T, want []Class, pairs [][2]string) {
	t.Helper()
	for _, p := range pairs {
		for _, texts := range [][2]string{p, {p[1], p[0]}} {
			if r := Texts(texts[0], texts[1]); !slices.Contains(want, r.Class) {
				t.Errorf("%q, %q: %s, want one of %q", texts[0], texts[1], r.Words(), want)
			}
		}
	}
}

// TestWhatWasNotCancelled checks that a plan remains valid if it was not cancelled, or something else was.
func TestWhatWasNotCancelled(t *testing.T) {
	checkClasses(t, []Class{Rephrased, Detail, Changed, Different, Negated}, [][2]string{
		{"The migration will run in March.", "The migration was not cancelled."},
		{"The migration will run in March.", "The test run of the migration was cancelled."},
		{"The migration will run in March.", "Kim cancelled her trip to the migration workshop."},
		{"The migration needs a window of three hours.", "The migration was cancelled by Kim."},
		{"The support team will move in March.", "Support for Node 16 was dropped."},
		{"We do not support Node 16.", "Support for Node 16 was dropped."},
	})
}

// TestTurnedTwice checks that a "not" in front of the opposite means the same only if nothing else differs.
func TestTurnedTwice(t *testing.T) {
	checkClasses(t, []Class{Detail}, [][2]string{
		{"The label printer is online.", "The printer is not offline."},
		{"The sync job was resumed.", "The job is not paused."},
	})
	checkClasses(t, []Class{Changed, Different}, [][2]string{
		{"The office is not open on Saturdays.", "The office closes at 18:00."},
		{"The office is not open on Saturdays.", "The Paris office is closed."},
		{"The rollback took an hour.", "Do not deploy on Fridays."},
		{"The certificate has to be renewed in May.", "The certificate has not expired."},
		{"The rollback took an hour.", "Deploys are automatic."},
		{"Ana hired Luis.", "Luis is on leave."},
		{"Kim works on the billing module.", "Kim owns the billing module."},
		{"The importer was written by Ana.", "Ana owns the importer."},
		{"The search team owns the ranking service.", "The ranking service is owned by the ads team."},
		{"The search team owns the ranking service.", "The ranking service was handed from the search team to the ads team."},
	})
}
