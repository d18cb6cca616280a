package compare

import "testing"

func TestAgainst(t *testing.T) {
	const charge = "Never charge a customer twice"
	for _, c := range []struct {
		goal, text string
		want       bool
	}{
		{charge, "Charge every customer twice", true},
		{charge, "Charging a customer twice is fine", true},
		{charge, "It is ok to charge customers twice", true},
		{"Build a payment service that never charges a customer twice", "Charge every customer twice", true},
		{"Build a payment service that never charges a customer twice", "Charging a customer twice is fine", true},
		{charge, "Make sure that a customer is never charged twice", false},
		{charge, "Prevent charging a customer twice", false},
		{charge, "Fix the bug that charges a customer twice", false},
		{charge, "Test what happens when a customer is charged twice", false},
		{charge, "Never charge a customer two times", false},
		{charge, "Add an idempotency key to each charge", false},
		{charge, "Order lunch", false},
		{"Keep user data private", "Make user data public", true},
		{"Keep user data private", "Encrypt user data", false},
		{"Reduce the memory use of the indexer", "Increase the memory use of the indexer", true},
		{"Reduce the memory use of the indexer", "Measure the memory use of the indexer", false},
		{"Enable dark mode by default", "Disable dark mode by default", true},
		{"Run the tests before each deploy", "Run the tests after each deploy", true},
		{"Do not store passwords in plain text", "Store passwords in plain text", true},
		{"Do not store passwords in plain text", "Do not store passwords in plain text or in logs", false},
		{"Answer every ticket within two days", "Do not answer every ticket within two days", true},
		{"Keep the API stable", "Keep the API unstable", true},
		{"", "Charge every customer twice", false},
		{charge, "", false},
	} {
		if differs, got := Against(c.goal, c.text); got != c.want {
			t.Errorf("%q, %q: %v (%s), want %v; %s", c.goal, c.text, got, differs, c.want, Texts(c.goal, c.text).Words())
		}
	}
	if differs, got := Against("Support 100 users", "Support 50 users"); got || differs != "value changed: 100 → 50" {
		t.Errorf("another number: %q, %v", differs, got)
	}
}

func TestReadable(t *testing.T) {
	for text, want := range map[string]bool{"Order lunch": true, "Закажи обед на всех": true, "Der Server ist nicht erreichbar": true, "회의는 세 시에 시작합니다": false, "สั่งอาหารกลางวัน": false, "点午餐": false,
		"הזמן ארוחת צהריים": false, "Öğle yemeği için sipariş verildi": false} {
		if got := Readable(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
