package failure

import (
	"encoding/json"
	"testing"

	"asterism/engine"
)

// TestAFailureForSecretsSaysSo also at the other end of a connection, and other failures do not.
func TestAFailureForSecretsSaysSo(t *testing.T) {
	for _, secrets := range []bool{true, false} {
		body, err := json.Marshal(Of(&engine.Error{Kind: engine.KindInvalid, Message: "refused", Hint: "say it otherwise", Secrets: secrets}))
		if err != nil {
			t.Fatal(err)
		}
		var f Failure
		if err := json.Unmarshal(body, &f); err != nil || f.AsEngine().Secrets != secrets {
			t.Errorf("%s: %+v %v", body, f.AsEngine(), err)
		}
	}
}
