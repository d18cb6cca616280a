package relevance

import "testing"

// TestStrange checks that a hit must have a word of a question in another language, in some form. English questions, and those too short to show a language, are not affected.
func TestStrange(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           bool
	}{
		{"Comment s'appelle le chien du voisin ?", "Les factures s'impriment sur le papier épais.", true},
		{"Comment s'appelle le chien du voisin ?", "Les chiens des voisins aboient.", false},
		{"Kiedy trzeba założyć zimowe opony do samochodu, i jak?", "Wymiana opon wypada w październiku.", false},
		{"Jak nazywa się pies sąsiada?", "Drukarka na pierwszym piętrze krzywo pobiera papier.", true},
		{"Как зовут собаку соседа?", "В одном счёте сумма отличалась на копейку.", true},
		{"Как зовут собаку соседа?", "Собака соседей лает.", false},
		{"Wie heißt der Hund des Nachbarn?", "Es wurde auf Hundertstel gerundet.", true},
		{"Wo sind die Reifen für das Auto?", "Der Reifenwechsel ist fällig.", false},
		{"who feeds the neighbour's dog?", "The invoice was rounded.", false},
		{"postgres", "Es wurde gerundet.", false},
		{"", "Es wurde gerundet.", false},
	} {
		q := prepared(c.question, 40)
		if got := q.strange(c.text); got != c.want {
			t.Errorf("%q and %q: %v, want %v", c.question, c.text, got, c.want)
		}
		with, without := q.Chance(hit(c.text, .9, 4)), Shipped.Chance(q.Features(hit(c.text, .9, 4)))
		if c.want != (with < strangeShare*without+1e-9) && q.Unread() == 0 {
			t.Errorf("%q and %q: chance %v, and %v where nothing is strange", c.question, c.text, with, without)
		}
	}
}

func TestSameForm(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"opony", "opon", true}, {"reifen", "reifenwechsel", true}, {"hund", "hundertstel", false}, {"bild", "bilder", true}, {"bilden", "bilder", true}, {"der", "der", false}, {"montants", "monter", false}, {"", "", false}} {
		if sameForm(c.a, c.b) != c.want || sameForm(c.b, c.a) != c.want {
			t.Errorf("%q and %q: want %v", c.a, c.b, c.want)
		}
	}
}
