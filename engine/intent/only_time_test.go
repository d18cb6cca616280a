package intent

import (
	"strings"
	"testing"
	"time"
)

func TestOnlyTime(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	for _, text := range []string{
		"what happened on 2026-07-14?", "What happened on 14 July 2026", "yesterday", "show me everything from last week", "what did we do on Friday?", "notes of 3 March 2026, please",
		"what happened on Friday", "this week", "last month",

		"what happened last Friday", "in the last 3 days", "since October", "after 20 November", "between 1 November and 10 November", "what did we do last week?", "what was decided on Monday",
		"anything new since yesterday", "what's new this week", "what’s new this week", "what happened since October", "what happened in the past month?", "what did we discuss two days ago",
		"anything before 3 March 2026?", "what happened before last week", "notes from 3 March to 5 April 2026", "what changed until Friday, 20 November 2026", "everything up to 3 March",
		"what happened more than 3 days ago", "what happened yesterday evening", "what happened yesterday at 5", "what happened in the morning of 18 Nov. 2026", "what happened at the end of March 2026",
		"the day before yesterday", "what happened the week before last", "what is planned next Monday", "what happened on 18.11.2026", "notes of 2026-03-01 or later", "what was going on in Dec",
		"what happened on Tuesday, 24 November?", "notes of Sat 28 Nov", "on Wed, 18 Nov 2026", "what happened on 18 Nov at 10:15",
	} {
		if _, _, ok := Between(text, now); !ok || !OnlyTime(text, now) {
			t.Errorf("%q asks about a time alone", text)
		}
	}
	for _, text := range []string{
		"what happened", "what happened to the import on 2026-07-14?", "which release shipped on 12 March 2026?", "May I deploy on Friday?", "what happened on 2026-07-14 in the café?",
		"why did the checkout fail last week", "was geschah am 14. Juli 2026",

		"what happened last Friday at the offsite", "what happened since the offsite of October", "outages in the last 3 days", "the last 3 lines", "after the release of 20 November",
		"between the audits of 1 November and 10 November", "what did Anna do last week", "what was decided on Monday about retries", "anything new from Anna since yesterday", "what's new in Java this week",
		"yesterday after lunch with Priya", "the second release of March 2026", "the Sun JVM since October", "what happened after the outage of 3 June", "the report by Anna of last week",
		"what happened in the mill before 3 March 2026", "logs of 18.11.2026", "what happened on Friday" + strings.Repeat(" and what else", 10), "who sat there on 18 Nov", "what happened to the Sun JVM on 18 Nov", "version 18.11.2026",
	} {
		if OnlyTime(text, now) {
			t.Errorf("%q asks about more than a time", text)
		}
	}
}
