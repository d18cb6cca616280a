package failure

import "testing"

// wantCodes repeats the specification, so that a change of the table is noticed.
var wantCodes = map[string]int{
	"INVALID_PARAMS": -32602, "INTERNAL": -32603, "STORAGE": -32004, "EMBEDDING": -32005, "PURPOSE": -32006,
	"DEVICE": -32009, "FINGERPRINT_NOT_FOUND": -32010, "BUSY": -32012, "GOAL_NOT_FOUND": -32020,
	"HISTORY_NOT_AVAILABLE": -32108,
}

func TestErrorTableIsTheSpecification(t *testing.T) {
	if len(Table) != len(wantCodes) {
		t.Errorf("%d rows, want %d", len(Table), len(wantCodes))
	}
	for kind, row := range Table {
		if wantCodes[string(kind)] != row.Code || row.Hint == "" {
			t.Errorf("%s: code %d, hint %q", kind, row.Code, row.Hint)
		}
	}
}
