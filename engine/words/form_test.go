package words

import "testing"

func TestNarrow(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "db-01": "db-01", "ｄｂ－０１": "db-01", "ＰＡＹ－１０４１は？": "PAY-1041は？", "１．２．３、ＡＰＩ": "1.2.3、API", "ログ－テスト": "ログ－テスト", "（ａ）": "（a）", "\xff１": "\xff1",
	} {
		if got := Narrow(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestForm(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "DB-01": "db-01", "ＤＢ－０１": "db-01", "ﾛｸﾞ": "ログ", "cafe\u0301": "caf\u00e9", "ﬁle": "file", "Acme™ x²": "acme™ x²",
	} {
		if got := Form(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
