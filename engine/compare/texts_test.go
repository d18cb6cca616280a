package compare

import (
	"strings"
	"testing"
)

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want Class
	}{
		{"The flag is **enabled**.", "the flag is enabled", Same},
		{"The flag is enabled.", "The flag is not enabled.", Negated},
		{"The flag is enabled.", "The flag isn't disabled.", Rephrased},
		{"The flag is enabled.", "The flag is disabled.", Contradiction},
		{"Alice reviewed Bob", "Bob reviewed Alice", Swapped},
		{"Alice reviewed Bob", "Bob was reviewed by Alice", Rephrased},
		{"Alice reviewed Bob", "Alice was reviewed by Bob", Swapped},
		{"The gateway runs Envoy 1.28.", "Envoy 1.28 runs on the gateway.", Rephrased},
		{"The gateway runs Envoy 1.28.", "Envoy 1.28 runs the gateway.", Swapped},
		{"Alice runs on Monday", "Monday runs on Alice", Swapped},
		{"db-01 is down", "db-02 is down", Changed},
		{"Ticket PAY-1041 is closed.", "Ticket PAY-1042 is closed.", Changed},
		{"The API rate limit is 100 requests per minute", "The API rate limit was raised to 500", Changed},
		{"The API rate limit is 100 requests per minute", "The API rate limit is 500 requests per minute", Changed},
		{"Use version 1.2.3 of the client.", "Use version 1.3.2 of the client.", Changed},
		{"The cache is cleared before the import.", "The cache is cleared after the import.", Contradiction},
		{"Deploys are allowed on Fridays.", "Deploys are never allowed on Fridays.", Negated},
		{"The backup failed.", "The backup failed because the disk was full.", Detail},
		{"The disk of the build server was full.", "The build failed because the disk was full.", Detail},
		{"The build failed because the disk was full.", "The disk of the build server was full.", Detail},
		{"The certificate of the deploy host had expired.", "The deploy was stopped because the certificate had expired.", Detail},
		{"The password of the import account was wrong.", "The import was stopped due to a wrong password.", Detail},
		{"We picked Rust because it is fast.", "We picked Python.", Changed},
		{"Logs are kept a month because the auditor asked.", "Logs are kept a year.", Changed},
		{"The build was broken since the disk was full.", "The build failed because the disk was full.", Rephrased},
		{"The build failed because the disk was full.", "Because the disk was full, the build failed.", Rephrased},
		{"In March we removed the old API.", "We removed the old API in March.", Rephrased},
		{"Never charge a customer twice", "Order lunch", Different},
		{"서울은 비가 온다", "오늘 회의는 세 시다", Different},
		{"서울은 비가 온다", "서울은 비가  온다", Same},
		{"วันนี้ฝนตกในกรุงเทพ", "วันนี้ฝนไม่ตกในกรุงเทพ", Changed},
		{"今天北京下雨", "会议三点开始", Different},
		{"会议三点开始", "会议四点开始", Changed},
		{"今天北京下雨", "今天上海下雨", Changed},
		{"ယနေ့ ရန်ကုန်တွင် မိုးရွာသည်", "ကြောင်သည် ခေါင်မိုးပေါ်တွင်", Different},
		{"", " ", Same},
		{"", "x", Different},
		{"?", "!", Different},
	} {
		if got := Texts(c.a, c.b); got.Class != c.want {
			t.Errorf("%q and %q: %s, want %s; %+v", c.a, c.b, got.Words(), c.want, got)
		}
	}
}

// TestWhoNamesTheCauseSaysMore checks which text says more: the one with an additional clause if there is one, otherwise the one with more left over.
func TestWhoNamesTheCauseSaysMore(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     bool
	}{
		{"The disk of the build server was full.", "The build failed because the disk was full.", true},
		{"The build failed because the disk was full.", "The disk of the build server was full.", false},
		{"The backup failed.", "The backup failed because the disk was full.", true},
		{"The backup failed because the disk was full.", "The backup failed.", false},
		{"The old backup failed because the disk was full.", "The backup failed, the disk was full, and nobody in Berlin noticed the alarm until noon.", true},
		{"The backup failed, the disk was full, and nobody in Berlin noticed the alarm until noon.", "The old backup failed because the disk was full.", false},
	} {
		if r := Texts(c.old, c.new); r.Class != Detail || r.New != c.want {
			t.Errorf("%q and %q: %+v, want the new one to say more: %v", c.old, c.new, r, c.want)
		}
	}
}

// TestWordsLeaveAddressesOut checks that a Markdown link is shown without its address.
func TestWordsLeaveAddressesOut(t *testing.T) {
	r := Texts("Read the [rollout guide](https://docs.example.com/rollout).", "Read the [rollback guide](https://docs.example.com/rollback).")
	if said := r.Words(); strings.Contains(said, "http") || !strings.Contains(said, "guide") && !strings.Contains(said, "rollback") {
		t.Errorf("%s", said)
	}
}
