package mcp

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"asterism/engine"
)

// TestAddressesOfMemories: a namespace may contain anything, if it is percent-encoded.
func TestAddressesOfMemories(t *testing.T) {
	const id = "01890a5d-ac96-774b-bcce-b302099a8057"
	for _, namespace := range []string{"default", "a b", "team/one", "größe", "100%", "?#", "*"} {
		got, gotID, err := splitMemory("memory://" + url.PathEscape(namespace) + "/" + id)
		if err != nil || got != namespace || gotID != id {
			t.Errorf("%q: %q %s, %v", namespace, got, gotID, err)
		}
	}
	for uri, says := range map[string]string{
		"memory://workspace":    "is not of the form memory://{namespace}/{id}",
		"other://default/" + id: "is not of the form",
		"memory://100%/" + id:   "is not percent-encoded",
	} {
		if _, _, err := splitMemory(uri); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v does not say %q", uri, err, says)
		}
	}
}

// TestMemoryOfAnyNamespaceIsRead, through the library's matching of addresses.
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

// TestMemoriesAreReadByDigitsOfTheirIDs, as with tools. Text that is no id, and digits of several memories, give an error.
func TestMemoriesAreReadByDigitsOfTheirIDs(t *testing.T) {
	c := dial(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	c.handshake()
	kept, _ := content(t, c.call(1, "store_memory", `{"content":"The kettle is in the lab."}`))
	id := kept["fingerprintId"].(string)
	read := func(name string) map[string]any {
		c.send(`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"memory://default/` + name + `"}}`)
		return c.next()
	}
	for _, name := range []string{id, id[len(id)-8:], id[:20], strings.ToUpper(id[len(id)-8:])} {
		mustContain(t, read(name)["result"], "The kettle is in the lab.", id)
	}
	for name, says := range map[string]string{"ffffff": "ffffff", id + "0": "is not a UUID, nor digits of one", "kettle": "is not a UUID", "abc": "is not a UUID"} {
		mustContain(t, read(name)["error"], says)
	}
}

// TestALongMemoryIsReadInParts: the parts of the tool and of the resource together are the text, and each has a size that a model can read.
func TestALongMemoryIsReadInParts(t *testing.T) {
	fake := newFake()
	c := dial(t, Options{Engine: fake.provider})
	c.handshake()
	long := strings.Repeat("Ein <langer> Text über Straßen & \"Brücken\"\n", 1500)
	kept, err := fake.Remember(t.Context(), engine.Note{Content: long})
	if err != nil {
		t.Fatal(err)
	}
	id := kept.ID.String()
	whole, _ := content(t, c.call(1, "get_memory", `{"id":"`+id+`","offset":1000000}`))
	if said := fmt.Sprint(whole["error"]); !strings.Contains(said, "offset 1000000 is not within") {
		t.Errorf("behind the end: %s", said)
	}
	tool := func(offset int) map[string]any {
		m := c.call(2, "get_memory", fmt.Sprintf(`{"id":%q,"offset":%d}`, id, offset))
		if said := textOf(t, m); len(said) > 20_000 {
			t.Errorf("the text is %d bytes", len(said))
		}
		body, _ := content(t, m)
		return body["memory"].(map[string]any)
	}
	resource := func(offset int) map[string]any {
		uri := "memory://default/" + id
		if offset > 0 {
			uri += fmt.Sprintf("?offset=%d", offset)
		}
		c.send(`{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"` + uri + `"}}`)
		m := c.next()
		text, ok := at(m, "result.contents.0.text").(string)
		if !ok || len(text) > 20_000 {
			t.Fatalf("%s: %d bytes, %v", uri, len(text), m["error"])
		}
		var body map[string]any
		if err := json.Unmarshal([]byte(text), &body); err != nil {
			t.Fatal(err)
		}
		return body["memory"].(map[string]any)
	}
	for name, read := range map[string]func(int) map[string]any{"tool": tool, "resource": resource} {
		got, parts := "", 0
		for offset := 0; ; parts++ {
			m := read(offset)
			got += m["content"].(string)
			if m["contentBytes"] != float64(len(long)) {
				t.Fatalf("%s: part %d is of %v bytes, want %d", name, parts, m["contentBytes"], len(long))
			}
			next, more := m["next_offset"].(float64)
			if !more {
				break
			}
			offset = int(next)
		}
		if got != long || parts < 4 {
			t.Errorf("%s: %d parts hold %d bytes of %d", name, parts+1, len(got), len(long))
		}
	}
	c.send(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"get_memory","arguments":{"id":"` + id + `"},"_meta":{"asterism/whole":true}}}`)
	if got := at(c.next(), "result.structuredContent.memory.content"); got != long {
		t.Error("a program did not get the whole text")
	}
	for _, wrong := range []string{"?offset=-1", "?offset=x", "?from=1"} {
		c.send(`{"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":"memory://default/` + id + wrong + `"}}`)
		if m := c.next(); m["error"] == nil {
			t.Errorf("%s: %v", wrong, m)
		}
	}
}
