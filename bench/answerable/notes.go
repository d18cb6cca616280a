package answerable

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// template makes notes about one thing each, and the questions that such a note answers. {a} is what the note is about, {b} and {c} are its facts.
type template struct {
	about, b, c string // which list each is drawn from
	note        string
	asked       []string
}

// templates are of what assistants keep: work, people, errands. Questions often use other words than the note.
var templates = []template{
	{"service", "port", "", "The {a} service listens on port {b} behind the load balancer.", []string{"which port does {a} use?", "what port is the {a} service on?"}},
	{"service", "person", "", "{b} owns the {a} service and reviews every change to it.", []string{"who is responsible for {a}?", "who reviews changes to {a}?"}},
	{"service", "database", "month", "We moved {a} to {b} in {c}; the old tables are read-only.", []string{"when was {a} migrated?", "what database does {a} run on?"}},
	{"service", "day", "hour", "{a} is deployed every {b} at {c}, never before a holiday.", []string{"when do we ship {a}?", "on which day is {a} deployed?"}},
	{"service", "cause", "date", "Outage of {a} on {c}: {b}.", []string{"why did {a} go down?", "what caused the {a} outage?", "what happened to {a} on {c}?"}},
	{"service", "number", "", "{a} accepts {b} requests per minute from one client; more get a 429.", []string{"what is the rate limit of {a}?", "how many requests per minute may a client send to {a}?"}},
	{"service", "library", "reason", "Decision: {a} uses {b}, because {c}.", []string{"why did we choose {b} for {a}?", "which library was picked for {a}?"}},
	{"service", "number", "", "The timeout of calls to {a} is {b} milliseconds, after that we retry twice.", []string{"how long do we wait for {a}?", "what is the timeout for {a}?"}},
	{"service", "command", "", "To restart {a} on staging run `{b}` and wait for the health check.", []string{"how do I restart {a}?", "what command restarts {a} on staging?"}},
	{"service", "place", "", "Logs of {a} are kept for {c} days in {b}.", []string{"where are the logs of {a}?", "how long do we keep {a} logs?"}},
	{"service", "feature", "version", "{a} got {b} in release {c}.", []string{"which release brought {b} to {a}?", "since what version does {a} have {b}?"}},
	{"service", "cause", "", "The tests of {a} were flaky; the reason was that {b}.", []string{"why were the {a} tests unreliable?", "what made tests of {a} flaky?"}},
	{"service", "person", "", "Alerts of {a} page {b} at night, nobody else.", []string{"who gets paged when {a} breaks at night?", "whom do alerts of {a} wake?"}},
	{"vendor", "date", "", "The contract with {a} ends on {b} and renews by itself unless we write.", []string{"when does the {a} contract expire?", "until when are we bound to {a}?"}},
	{"vendor", "place", "", "The API key for {a} lies in {b}; rotate it each quarter.", []string{"where is the {a} key stored?", "where do I find our credentials for {a}?"}},
	{"vendor", "number", "", "We pay {a} {b} euros a month for the team plan.", []string{"how much does {a} cost us?", "what do we pay for {a}?"}},
	{"vendor", "reason", "", "We left {a} because {b}.", []string{"why did we drop {a}?", "what was wrong with {a}?"}},
	{"person", "food", "", "{a} is allergic to {b}, so order something else for the offsite.", []string{"what can {a} not eat?", "does {a} have an allergy?"}},
	{"person", "date", "", "{a}'s birthday is {b}.", []string{"when was {a} born?", "when is the birthday of {a}?"}},
	{"person", "city", "month", "{a} moves to {b} in {c} and will work from home.", []string{"where is {a} moving?", "when does {a} relocate?"}},
	{"person", "day", "", "{a} does not work on {b}s.", []string{"which day does {a} have off?", "when is {a} not in the office?"}},
	{"person", "pet", "", "{a} adopted {b} last spring.", []string{"what pet does {a} have?", "which animal did {a} adopt?"}},
	{"person", "hobby", "", "In the evenings {a} goes {b} with old friends.", []string{"what are {a}'s hobbies?", "what does {a} do after work?"}},
	{"person", "topic", "month", "{a} gives a talk about {b} at the conference in {c}.", []string{"what is {a} speaking about?", "who presents {b} at the conference?"}},
	{"person", "editor", "", "{a} prefers {b} and wants short commit messages.", []string{"which editor does {a} like?", "what does {a} use to write code?"}},
	{"customer", "feature", "", "{a} asked for {b} again; they would sign for two years.", []string{"what does {a} want from us?", "which customer asked for {b}?"}},
	{"customer", "city", "", "{a} has its warehouse in {b}, trucks leave at five.", []string{"where is the {a} warehouse?", "in which city is {a} located?"}},
	{"customer", "cause", "", "The complaint of {a} was about this: {b}.", []string{"what did {a} complain about?", "why was {a} unhappy?"}},
	{"customer", "number", "", "{a} places {b} orders on a usual day.", []string{"how many orders does {a} place per day?", "what is the daily volume of {a}?"}},
	{"file", "reason", "", "Never edit {a} by hand, because {b}.", []string{"may I edit {a}?", "why must {a} not be changed by hand?"}},
	{"file", "number", "", "The limit in {a} is {b}; it was raised after load tests.", []string{"what is the limit set in {a}?", "which value did we raise in {a}?"}},
	{"errand", "day", "hour", "{a}: {b} at {c}.", []string{"when is the {a}?", "what time is the {a} on {b}?"}},
	{"errand", "place2", "", "The {a} will be at the {b}.", []string{"where does the {a} take place?", "where do I have to go for the {a}?"}},
	{"topic", "person", "", "Ask {b} about {a}; nobody else has worked on it.", []string{"who knows about {a}?", "whom can I ask about {a}?"}},
	{"topic", "library", "", "For {a} we settled on {b} after a week of trials.", []string{"what do we use for {a}?", "which tool did we settle on for {a}?"}},
	{"topic", "number", "", "Our goal for {a} this year is {b} percent.", []string{"what is the target for {a}?", "how much {a} do we aim at?"}},
}

var words = map[string][]string{
	"service":  strings.Split("checkout|billing|search|gateway|login|inventory|notifications|ledger|pricing|catalog|dispatch|returns|reporting|thumbnails|webhooks|recommendations|exports|onboarding|payroll|scheduling|geocoder|translations|audit|quota|subscriptions|mailer|chat|telemetry|archive|uploads", "|"),
	"vendor":   strings.Split("Twilio|Stripe|Datadog|Mapbox|Sentry|Okta|Algolia|Fastly|SendGrid|Zendesk|Snowflake|Auth0|Cloudflare|PagerDuty|HubSpot|Figma|Notion|Adyen|Lokalise|Segment", "|"),
	"person":   strings.Split("Amara|Bjorn|Celine|Dmitri|Elena|Farid|Greta|Hiro|Ines|Jonas|Kavita|Leandro|Mirela|Nadia|Oskar|Priya|Quentin|Rosa|Stefan|Tomoko|Ulrich|Valeria|Wanda|Ximena|Yusuf|Zofia", "|"),
	"customer": strings.Split("Northwind|Acme Foods|Bluebird Logistics|Harbor Books|Sunrise Dairy|Kestrel Air|Oakfield Clinic|Granite Supply|Lumen Energy|Pinecone Toys|Velvet Hotels|Red Anchor|Atlas Freight|Meadow Farms", "|"),
	"file":     strings.Split("config/limits.yaml|schema.sql|docker-compose.yml|generated/api.go|package-lock.json|.env.production|terraform.tfstate|routes.rb|fixtures/users.json|nginx.conf|build.gradle|Makefile", "|"),
	"errand":   strings.Split("dentist appointment|parents' evening|tax deadline call|car inspection|piano lesson|team retrospective|budget review|choir rehearsal|haircut|vaccination|board meeting|yoga class|passport pick-up|garden party", "|"),
	"topic":    strings.Split("feature flags|image resizing|full-text search|load testing|data retention|incident reviews|mobile crash reports|caching|schema migrations|accessibility|customer churn|test coverage|battery life|cold starts|code review|energy use|translation quality|spam filtering", "|"),
	"port":     strings.Split("8080|9090|5432|3000|7443|8443|6379|9200|50051|4317|8125|2181", "|"),
	"number":   strings.Split("20|45|60|90|120|150|240|300|450|600|750|900|1200|2500|4000", "|"),
	"database": strings.Split("PostgreSQL|MySQL|SQLite|DynamoDB|Cassandra|MongoDB|CockroachDB|Redis|ClickHouse", "|"),
	"library":  strings.Split("Kafka|gRPC|NATS|RabbitMQ|React|Svelte|Pydantic|Terraform|Ansible|k6|libvips|Elasticsearch|LaunchDarkly|Unleash|Playwright|Bazel", "|"),
	"month":    strings.Split("January|February|March|April|May|June|July|August|September|October|November|December", "|"),
	"day":      strings.Split("Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday", "|"),
	"hour":     strings.Split("7:30|8:00|9:15|10:00|11:45|13:00|14:30|16:00|17:15|18:30|20:00", "|"),
	"date":     strings.Split("3 January|17 February|8 March|21 April|5 May|30 June|14 July|2 August|19 September|11 October|25 November|9 December", "|"),
	"cause":    strings.Split("the certificate had expired|a migration locked the main table|the disk filled up with core dumps|two workers took the same job|a proxy cached error pages|the clock of one host was off by an hour|a feature flag was switched on for everyone|retries piled up until the pool was empty|the invoice showed the wrong currency|parcels were delivered a day late|the export lost the last line|passwords with umlauts were refused", "|"),
	"reason":   strings.Split("it keeps working when the network does not|nobody on the team could debug the other one|the next build overwrites it|licences for the alternative doubled in price|support never answered|it is half the size|it passed the security review|the data must stay in Europe|a customer depends on the old format|it starts in under a second", "|"),
	"command":  strings.Split("systemctl restart app|kubectl rollout restart|make bounce|docker compose up -d|ops/restart.sh --drain|heroku ps:restart|pm2 reload all|supervisorctl restart web", "|"),
	"place":    strings.Split("the shared vault|an S3 bucket|Grafana Loki|the team's 1Password|the finance folder|a private Git repository|HashiCorp Vault|the wiki's admin page", "|"),
	"place2":   strings.Split("town hall|old library|clinic on Bergstrasse|school gym|second floor kitchen|harbour office|community centre|main station", "|"),
	"feature":  strings.Split("dark mode|single sign-on|CSV export|offline maps|bulk editing|an audit trail|two-factor login|saved filters|a public API|invoice templates", "|"),
	"version":  strings.Split("2.4|3.0|3.1.2|4.7|5.0|5.2|6.1|7.0.3", "|"),
	"food":     strings.Split("peanuts|shellfish|gluten|strawberries|milk|sesame|eggs|soy|walnuts|kiwi", "|"),
	"city":     strings.Split("Lisbon|Oslo|Kraków|Montreal|Nairobi|Lyon|Osaka|Valencia|Tallinn|Graz|Porto|Ghent", "|"),
	"pet":      strings.Split("a grey cat|two rabbits|an old greyhound|a parrot|a tortoise|three hens|a beagle|a pair of ferrets", "|"),
	"hobby":    strings.Split("climbing|rowing|to salsa classes|birdwatching|bouldering|to a pottery studio|night running|sailing|to chess club", "|"),
	"editor":   strings.Split("Neovim|VS Code|Emacs|GoLand|Helix|Sublime Text|Zed", "|"),
}

// Note is a note drawn from a template, with questions that it answers.
type Note struct {
	Text  string
	Asked []string
}

// Notes draws a note for each template and thing, always the same: no two answer the same question.
func Notes() (out []Note) {
	rng := rand.New(rand.NewPCG(21, 2))
	for _, t := range templates {
		for _, a := range words[t.about] {
			b, c := draw(rng, t.b), draw(rng, t.c)
			if t.c == "" {
				c = fmt.Sprint(7 * (1 + rng.IntN(12)))
			}
			fill := strings.NewReplacer("{a}", a, "{b}", b, "{c}", c)
			n := Note{Text: capital(fill.Replace(t.note))}
			for _, q := range t.asked {
				if strings.Contains(q, "{a}") {
					n.Asked = append(n.Asked, fill.Replace(q))
				}
			}
			out = append(out, n)
		}
	}
	return out
}

func draw(rng *rand.Rand, list string) string {
	if list == "" {
		return ""
	}
	return words[list][rng.IntN(len(words[list]))]
}

// capital writes a sentence's first letter large.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
