package compare

import "testing"

// TestWhatDecidesForMoreThanALimit checks that such a decision contradicts the limit, also for a part of what is limited and in other units. A report, and a number within the limit, do not.
func TestWhatDecidesForMoreThanALimit(t *testing.T) {
	againstAre(t, true, [][2]string{
		{"Memory use stays below 500 MB", "Memory use may reach 900 MB"},
		{"Memory use stays below 500 MB", "Let the cache grow to 900 MB of memory"},
		{"Memory use stays below 500 MB", "Let memory use grow to 900 MB"},
		{"Memory use stays below 500 MB", "Memory use may rise to 1 GB"},
		{"Memory use stays below 500 MB", "Allow up to 900 MB of memory"},
		{"Memory use stays below 500 MB", "Memory use may be up to 900 MB"},
		{"Memory use stays below 500 MB", "Let the indexer use 2 GB of memory"},
		{"Keep the bundle below 200 kB", "The bundle may grow to 450 kB"},
		{"Response time stays under 200 ms", "Response time may climb to 2 seconds"},
		{"The build takes at most 10 minutes", "Let the build take 30 minutes"},
		{"Costs stay below 500 euros", "Costs may reach 800 euros"},
		{"The cache holds at most 200 entries", "Let the cache grow to 500 entries"},
		{"Page size stays below 2 MB", "Page size may go up to 5 MB"},
		{"Keep CPU load under 70 percent", "CPU load may reach 95 percent"},
		{"Meetings last at most 30 minutes", "Meetings may take 2 hours"},
		{"Downtime stays under 5 minutes a month", "Downtime may reach 20 minutes a month"},
		{"The image is smaller than 50 MB", "The image may grow to 300 MB"},
		{"Queries are faster than 50 ms", "Queries may take 80 ms"},
		{"Memory stays below 4 GB", "Give the worker 8 GB of memory"},
		{"The form is shorter than 10 fields", "The form may have 14 fields"},
	}...)
	againstAre(t, false, [][2]string{
		{"Memory use stays below 500 MB", "Memory use may reach 300 MB"},
		{"Memory use stays below 500 MB", "Let the cache grow to 300 MB of memory"},
		{"Memory use stays below 500 MB", "Let the cache grow to 900 MB of disk"},
		{"Memory use stays below 500 MB", "Memory use reached 900 MB"},
		{"Memory use stays below 500 MB", "Memory use may have reached 900 MB"},
		{"Memory use stays below 500 MB", "Allow up to 300 MB of memory"},
		{"Memory use stays below 500 MB", "Alert when memory use reaches 900 MB"},
		{"Memory use stays below 500 MB", "Disk use may reach 900 MB"},
		{"Memory use stays below 500 MB", "Measure why memory use reaches 900 MB"},
		{"Memory use of the indexer stays below 500 MB", "Let the cache grow to 900 MB of memory"},
		{"Memory use stays below 500 MB", "Keep memory use below 400 MB"},
		{"Memory use stays below 500 MB", "Test the machine with 900 MB of memory"},
		{"Memory use stays below 500 MB", "Buy a server with 64 GB of memory"},
		{"Memory use stays below 500 MB", "Memory use may reach 400 kB"},
		{"Keep at least 3 replicas", "Allow up to 5 replicas"},
		{"At least 80 percent of the code is tested", "Test coverage may reach 90 percent"},
		{"Energy use stays below 300 kW", "Let the heater draw 200 kW"},
		{"p99 stays below 200 ms", "p99 was 350 ms yesterday"},
		{"p99 stays below 200 ms", "p99 rose to 350 ms"},
		{"Page size stays below 2 MB", "The page size limit of 5 MB was lifted"},
		{"Tickets are cheaper than 30 euros", "Tickets may be cheaper than 20 euros"},
		{"Memory use stays below 500 MB", "Can memory use reach 900 MB?"},
		{"Answer every search in under 40 ms", "Answer every search in under 50 ms"},
	}...)
}
