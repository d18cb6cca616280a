package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestAClientThatClosesEverythingAtOnce: a client closes all three pipes at the same time. The server ends in order, and its store is closed.
func TestAClientThatClosesEverythingAtOnce(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	cmd := program(t.Context(), data, "serve")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	words, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	if _, err := in.Write([]byte(hello + "\n")); err != nil {
		t.Fatal(err)
	}
	for { // until the store is open: the server answers before that
		if _, err := os.Stat(filepath.Join(data, "OWNER")); err == nil {
			break
		}
		if t.Context().Err() != nil {
			t.Fatal("the store was not opened")
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err := errors.Join(words.Close(), out.Close()); err != nil {
		t.Fatal(err)
	}
	_, err = in.Write([]byte(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n")) // an answer that nobody reads
	if err = errors.Join(err, in.Close()); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	if _, err := os.Stat(filepath.Join(data, "OWNER")); err == nil {
		t.Error("the store was not closed")
	}
}
