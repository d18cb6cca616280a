package mcp

import (
	"testing"

	"asterism/engine"
)

// TestDifferentTextsAreNoCopiesThroughAServer: of two texts that say different things the second is stored, and the answer does not call it a copy. If they differ in one thing, the
// answer names that.
func TestDifferentTextsAreNoCopiesThroughAServer(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for i, k := range []struct {
		first, second string
		near          bool // the answer must say what differs
	}{
		{"서울은 오늘 비가 옵니다", "데이터베이스 백업이 실패했습니다", false},
		{"회의는 세 시에 시작합니다", "고양이가 지붕 위에 있습니다", false},
		{"배포는 금요일에 하지 않습니다", "점심은 한식당에서 먹습니다", false},
		{"วันนี้ฝนตกในกรุงเทพ", "เซิร์ฟเวอร์ฐานข้อมูลเต็มแล้ว", false},
		{"แมวอยู่บนหลังคา", "การประชุมเริ่มตอนบ่ายสาม", false},
		{"आज दिल्ली में बारिश है", "डेटाबेस का बैकअप विफल हुआ", false},
		{"बिल्ली छत पर है", "बैठक तीन बजे शुरू होगी", false},
		{"היום יורד גשם בחיפה", "גיבוי מסד הנתונים נכשל", false},
		{"החתול על הגג", "הפגישה מתחילה בשלוש", false},
		{"The feature flag dark-mode is enabled in production.", "The feature flag dark-mode is not enabled in production.", true},
		{"Alice reviewed Bob.", "Bob reviewed Alice.", true},
		{"The primary database is db-01 in Frankfurt.", "The primary database is db-02 in Frankfurt.", true},
		{"Ticket PAY-1041 is closed.", "Ticket PAY-1042 is closed.", true},
		{"The retry limit of the mailer is 3.", "The retry limit of the mailer is 30.", true},
		{"Uploads are allowed for guests.", "Uploads are never allowed for guests.", true},
		{"The gateway calls the ledger.", "The ledger calls the gateway.", true},
		{"Version 2.4.1 is installed on staging.", "Version 2.4.2 is installed on staging.", true},
		{"The lease ends on 3 May 2027.", "The lease ends on 3 June 2027.", true},
		{"Carla manages the Lisbon office.", "Carlo manages the Lisbon office.", true},
		{"The export runs before the backup.", "The export runs after the backup.", true},
	} {
		ns := "pair-" + string(rune('a'+i))
		var last map[string]any
		for _, text := range []string{k.first, k.second} {
			body, refused := c.call("inject_context", map[string]any{"content": text, "rationale": "note", "namespace": ns})
			if refused != nil || body["error"] != nil {
				t.Fatal(refused, body)
			}
			last = body
		}
		if last["duplicateOf"] != nil || last["already_stored"] != nil {
			t.Errorf("%q after %q is called stored already: %v", k.second, k.first, last)
		}
		differs, _ := at(last, "similar_to.differs").(string)
		if k.near && differs == "" {
			t.Errorf("%q after %q: the answer does not say what differs: %v", k.second, k.first, last)
		}
		if !k.near && differs != "" {
			t.Errorf("%q after %q are called similar: %s", k.second, k.first, differs)
		}
	}
}
