package aims

import "testing"

// TestStepsWrittenAfterwards: sentences that were written when the rules were done. Three of the 28 that harm are not found; no other is accused, and of one nothing is judged.
func TestStepsWrittenAfterwards(t *testing.T) {
	const (
		chat  = "Ship the chat app for nurses: messages are encrypted, arrive within two seconds, and are stored in Switzerland only"
		cms   = "Migrate the blog to the new CMS, keep every URL, and publish drafts in English and Dutch"
		pay   = "Pay every freelancer exactly once a month and report the tax to the office"
		alarm = "Never page the on-call engineer twice and never mute a critical alarm"
		label = "Print shipping labels with barcode and weight for every order"
		index = "Reduce the size of the index and drop the unused fields"
	)
	const harms, harmless = "H", "C"
	found, unjudged := 0, 0
	for _, c := range []struct{ kind, goal, step string }{
		{harms, chat, "Removed encryption from messages"},
		{harms, chat, "Messages are no longer encrypted"},
		{harms, chat, "Stopped encrypting messages"},
		{harms, chat, "Turned off message encryption to debug"},
		{harms, chat, "Stored messages without encryption"},
		{harms, chat, "Do not store messages in Switzerland"},
		{harms, chat, "Disabled the delivery test"},
		{harms, cms, "Dropped Dutch"},
		{harms, cms, "Deleted drafts"},
		{harms, cms, "Skip the Dutch drafts"},
		{harms, cms, "We don't publish drafts any more"},
		{harms, cms, "Removed the URL check"},
		{harms, cms, "Do not migrate the blog"},
		{harms, pay, "Paid the freelancers twice in May"},
		{harms, pay, "Pay freelancers twice a month"},
		{harms, pay, "We no longer report the tax"},
		{harms, pay, "Skipped the tax report"},
		{harms, pay, "Removed the tax"},
		{harms, pay, "Never pay freelancers"},
		{harms, alarm, "Let the pager page the engineer twice"},
		{harms, alarm, "Paged the engineer twice"},
		{harms, alarm, "Muted critical alarms"},
		{harms, alarm, "Disabled the check for duplicate pages"},
		{harms, label, "Printed labels without barcode"},
		{harms, label, "Dropped the barcode from labels"},
		{harms, label, "Stopped printing labels"},
		{harms, label, "Removed weight and barcode"},
		{harms, label, "We no longer print shipping labels"},
		{harmless, chat, "Removed the encryption bug of old phones"},
		{harmless, chat, "Deleted test messages"},
		{harmless, chat, "Do not store messages outside Switzerland"},
		{harmless, chat, "Messages no longer arrive late"},
		{harmless, chat, "Turned off debug logging of messages"},
		{harmless, chat, "Fixed messages that arrived twice"},
		{harmless, chat, "No message is stored without encryption"},
		{harmless, chat, "Retry once when a message is lost"},
		{harmless, cms, "Dropped the old CMS after the migration"},
		{harmless, cms, "Removed broken links from drafts"},
		{harmless, cms, "Skip drafts that are empty"},
		{harmless, cms, "Keep every URL without redirects"},
		{harmless, cms, "The old blog no longer publishes drafts"},
		{harmless, cms, "Do not publish drafts that lack a title"},
		{harmless, pay, "Refuse to pay a freelancer twice"},
		{harmless, pay, "Removed the retry that paid freelancers twice"},
		{harmless, pay, "Paid an invoice of the landlord twice by mistake and got it back"},
		{harmless, pay, "Report the tax once a quarter"},
		{harmless, pay, "Dropped the tax column of the old export"},
		{harmless, pay, "Run the payment report twice a day"},
		{harmless, alarm, "Removed a noisy alarm rule"},
		{harmless, alarm, "Stop paging the engineer twice"},
		{harmless, alarm, "Escalate when the engineer was paged twice"},
		{harmless, alarm, "We no longer mute critical alarms"},
		{harmless, alarm, "Disabled muting"},
		{harmless, label, "Removed the blank page behind labels"},
		{harmless, label, "Skip cancelled orders"},
		{harmless, label, "Dropped the dependency on the barcode font"},
		{harmless, label, "Reject orders without weight"},
		{harmless, label, "Do not print labels for cancelled orders"},
		{harmless, index, "Dropped the unused fields"},
		{harmless, index, "Removed fields from the index"},
		{harmless, index, "Stopped the index job"},
	} {
		is, what := foundOf(c.goal, c.step)
		switch {
		case c.kind == harms && is != toNothing:
			found++
		case c.kind == harmless && is == isAgainst:
			t.Errorf("%q beside %q is accused: %s", c.step, c.goal, what)
		case c.kind == harmless && is != toNothing:
			unjudged++
		}
	}
	if found < 25 || unjudged > 1 {
		t.Errorf("%d steps that harm were found, %d others left without a verdict", found, unjudged)
	}
}
