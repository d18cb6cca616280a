package mcp

import (
	"net/url"
	"strings"
	"testing"

	"asterism/engine"
)

// TestAddressesOfMemories: a namespace may hold anything, as long as it is percent-encoded.
func TestAddressesOfMemories(t *testing.T) {
	const id = "01890a5d-ac96-774b-bcce-b302099a8057"
	for _, namespace := range []string{"default", "a b", "team/one", "größe", "100%", "?#", "*"} {
		got, gotID, err := splitMemory("memory://" + url.PathEscape(namespace) + "/" + id)
		if err != nil || got != namespace || gotID.String() != id {
			t.Errorf("%q: %q %s, %v", namespace, got, gotID, err)
		}
	}
	for uri, says := range map[string]string{
		"memory://workspace":            "is not of the form memory://{namespace}/{id}",
		"other://default/" + id:         "is not of the form",
		"memory://100%/" + id:           "is not percent-encoded",
		"memory://default/":             "is not a UUID",
		"memory://default/{" + id + "}": "is not a UUID",
	} {
		if _, _, err := splitMemory(uri); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v does not say %q", uri, err, says)
		}
	}
}

// TestMemoryOfAnyNamespaceIsRead, over the library's matching of addresses.
func TestMemoryOfAnyNamespaceIsRead(t *testing.T) {
	fake := newFake()
	c := dial(t, Options{Engine: fake.provider})
	c.handshake()
	for _, namespace := range []string{"default", "a b", "team/one", "größe", "100%", "?#"} {
		kept, err := fake.Remember(t.Context(), engine.Note{Content: "kept in " + namespace, Namespace: namespace})
		if err != nil {
			t.Fatal(err)
		}
		c.send(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"memory://` + url.PathEscape(namespace) + `/` + kept.ID.String() + `"}}`)
		mustContain(t, c.next()["result"], "kept in "+namespace, `"untrusted":true`)
	}
}
