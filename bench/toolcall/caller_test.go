package toolcall

import (
	"strings"
	"testing"
)

// TestAnswersAreRead: a result, a tool's error with a time to come again, a refusal, and what is none of them.
func TestAnswersAreRead(t *testing.T) {
	var a struct {
		ID     string `json:"fingerprintId"`
		Spaces int    `json:"embedderCount"`
	}
	if err := decode(200, []byte(`{"result":{"structuredContent":{"fingerprintId":"x","embedderCount":13}}}`), &a); err != nil || a.ID != "x" || a.Spaces != 13 {
		t.Errorf("%+v, %v", a, err)
	}
	for said, want := range map[string]string{
		`{"result":{"isError":true,"structuredContent":{"error":{"name":"BUSY","message":"come again","retry_after_ms":5}}}}`: "BUSY: come again",
		`{"error":{"code":-32012,"message":"full","data":{"name":"BUSY","retry_after_ms":5}}}`:                                "BUSY: full",
		`{"result":{"isError":true,"structuredContent":{}}}`:                                                                  "an error without words",
		`<html>`: "not JSON",
	} {
		if err := decode(503, []byte(said), &a); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", said, err, want)
		}
	}
}
