package tongue

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"asterism/engine/token"
)

// reader returns the reader of the models that ship.
func reader(t testing.TB) *Reader {
	t.Helper()
	tokenizer, err := token.Load(filepath.FromSlash("../../models/compact/wordpiece/tokenizer.json"))
	if err != nil {
		t.Fatal(err)
	}
	return New(tokenizer)
}

func TestReads(t *testing.T) {
	r := reader(t)
	for want, texts := range map[bool][]string{
		true: {
			"", "42", "db-01", "Order lunch", "Fix typo", "Add an idempotency key to each charge", "Update La Paz office address", "Install OpenSSL", "Buy flowers for Zoë", "Zoë approved", "Müller agreed",
			"Read the café menu before lunch", "Order a van for the move", "Improve checkout conversion rate, reduce cart abandonment", "Dan reviewed Müller", "Dan van Dyk and São Paulo", "Oscar de la Renta",
			"Ship faster", "Reduce cloud costs", "Zero downtime deploys", "non-blocking reads", "non blocking reads", "vis-à-vis naïve résumés", "Migrate billing to PostgreSQL 16", "golang/go#1234: fix", "ci: run tests",
			"kubectl rollout restart deploy/api", "retry_count = 5; parseHeader(buf)", "https://example.com/a/b?c=d", "TLS ECDSA P-256 SHA-384", "Die Hard is a film", "El Niño and La Niña", "Das Auto", "Pay Ümit by Friday",
			"Visit Łódź, Gdańsk, Kraków and Poznań", "El Paso del Norte", "Rust cargo clippy fmt", "Kafka, Redis, Postgres, nginx", "gRPC protobuf codegen", "Refactor auth middleware", "Dell Latitude laptop", "Über driver app", "pro rata temporis clause", "Book Hotel Zur Post in Garmisch", "La Liga and Bundesliga results", "Dockerize monorepo",
		},
		false: {
			"Ajouter une clé pour que le client soit facturé une seule fois", "Der Kunde wird nur einmal belastet", "Añadir una clave para no cobrar dos veces", "Aggiungere una chiave per ogni addebito",
			"Adicionar uma chave para não cobrar duas vezes", "Een sleutel toevoegen zodat de klant niet dubbel betaalt", "Dodać klucz aby klient nie zapłacił dwa razy", "Müşteri için bir anahtar ekle",
			"Tambahkan kunci untuk setiap tagihan yang baru", "Lägg till en nyckel och testa att det inte debiteras", "Закажи обед", "点午餐", "회의는 세 시에 시작합니다", "สั่งอาหารกลางวัน", "הזמן ארוחת צהריים",
			"Die Zahlung zuverlässig machen", "Rendre le paiement fiable", "Für Mama eine Torte kaufen", "In der Kantine gibt es heute Gulasch", "acheter un gâteau pour maman",
			"Wir nutzen Kafka nicht mehr für die Warteschlangen", "Nous n'utilisons plus Kafka pour les files", "Přidat klíč, aby zákazník neplatil dvakrát", "Lisää avain, jotta asiakas ei maksa kahdesti", "让支付系统可靠",
		},
	} {
		for _, text := range texts {
			if r.Reads(text) != want {
				t.Errorf("%q: read %v, %+v", text, !want, *r.count(text))
			}
		}
	}
}

// TestFamiliar checks that names alone are not familiar, and that a grammar word of another language may be a part of a name.
func TestFamiliar(t *testing.T) {
	r := reader(t)
	for want, texts := range map[bool][]string{
		true:  {"São Paulo office opens Monday", "El Niño delayed the launch", "Über driver app crashes", "Como agreed to ship Tomé's crate", "La Niña weather model upgraded", "Order lunch", "Müller fixed the naïve cache"},
		false: {"", "42", "Für Kunden", "Über Zahlungen", "Wo ist der Schlüssel", "São seguros os pagamentos", "Où est la clé", "¿Dónde está la llave", "点午餐", "Закажи обед", "Zürich", "El pago falla"},
	} {
		for _, text := range texts {
			if r.Familiar(text) != want {
				t.Errorf("%q: familiar %v, %+v", text, !want, *r.count(text))
			}
		}
	}
}

// TestMarksTellOfWordsInPieces checks that, in a text whose words are in pieces, a letter with a mark shows another language, even in the first word; without one it may be
// English of rare words.
func TestMarksTellOfWordsInPieces(t *testing.T) {
	r := reader(t)
	for want, texts := range map[bool][]string{
		false: {"Komşu eski motorunu tamir ediyor", "Sąsiad naprawia stary motocykl", "Zapomniałem kluczy w samochodzie", "Otobüs on dakika gecikti", "Anahtarları arabada unuttum",
			"Mañana compramos tomates frescos", "Élèves partent demain matin", "Müllabfuhr kommt donnerstags", "Søndag spiser bedstemor fisk", "Łazienka wymaga remontu"},
		true: {"Titrate lisinopril, discontinue metformin", "Zürich failover tested", "Renée's résumé looks strong", "Citroën fleet mileage report", "Dvořák plays in the lobby", "Malmö warehouse scanner firmware updated",
			"Gdańsk crane gearbox overheats", "Łódź depot forklift recertified", "Kraków hackathon venue shortlisted", "Zoë debugged flaky scraper", "Şişli pharmacy fridge alarms", "Nîmes amphitheatre lighting retrofitted"},
	} {
		for _, text := range texts {
			if r.Comparable("Make payments reliable", text) != want {
				t.Errorf("%q: comparable %v, %+v", text, !want, *r.count(text))
			}
		}
	}
}

// TestDocumentationIsRead checks that no English sentence of the repository is taken for another language, unless it quotes one.
func TestDocumentationIsRead(t *testing.T) {
	r, read := reader(t), 0
	for _, pattern := range []string{"../../docs/*.md", "../../docs/decisions/*.md", "../../*.md", "../testdata/topics.jsonl", "../../bench/answerable/testdata/own/*.tsv"} {
		files, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for part := range strings.FieldsFuncSeq(string(b), func(c rune) bool { return strings.ContainsRune("\n.?!|\t", c) }) {
				if strings.ContainsFunc(part, func(c rune) bool { return c >= 0x80 && unicode.IsLetter(c) }) || strings.Contains(f, "languages") {
					continue
				}
				if read++; !r.Reads(part) {
					t.Errorf("%s: %q is taken for another language, %+v", f, part, *r.count(part))
				}
			}
		}
	}
	if read < 3000 {
		t.Errorf("%d sentences, want some thousands", read)
	}
}

// TestOtherLanguagesAreTold checks that nearly all of the questions and memories in ten languages are recognised as not English.
func TestOtherLanguagesAreTold(t *testing.T) {
	r, told, all := reader(t), 0, 0
	files, err := filepath.Glob(filepath.FromSlash("../testdata/languages/*.txt"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files of languages: %v", len(files), err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			_, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			if all++; !r.Reads(text) {
				told++
			} else {
				t.Logf("%s: %q is not told, %+v", filepath.Base(f), text, *r.count(text))
			}
		}
	}
	t.Logf("%d of %d", told, all)
	if float64(told) < .97*float64(all) {
		t.Errorf("%d of %d texts are told to be in another language", told, all)
	}
}

// many is a tokenizer that learned many languages: it knows all words.
type many struct{}

func (many) Encode(dst []int32, text string) []int32 { return append(dst, 1) }

func TestAModelOfManyLanguagesReadsThem(t *testing.T) {
	r := New(many{})
	for _, text := range []string{"Der Kunde wird nur einmal belastet", "Закажи обед", "点午餐"} {
		if !r.Reads(text) {
			t.Errorf("%q is not read", text)
		}
	}
}

func FuzzReads(f *testing.F) {
	r := reader(f)
	for _, s := range []string{"", "a", "Der Kunde wird", "…", "\xff\xfe", "日本語 and", "n'est", "a.b:c/d", "  \u00a0 "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := r.count(text)
		if c.whole > c.words || c.latin > c.letters {
			t.Fatalf("%q: %+v", text, *c)
		}
		if !r.Reads(text) != c.other() {
			t.Fatalf("%q is read another way the second time", text)
		}
	})
}
