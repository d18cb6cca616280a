package engine

import (
	"fmt"
	"slices"
	"testing"

	"asterism/engine/store"
)

// unreadNotes are notes in languages that the models do not read, some in letters that the tokenizer knows. The two notes of each pair are unrelated.
var unreadNotes = [][2]string{
	{"Der Zug nach Mailand hatte Verspätung.", "Für den Kuchen braucht man drei Eier und etwas Mehl."},
	{"Die Heizung im Keller ist seit gestern ausgefallen.", "Der Vertrag mit dem Lieferanten wurde nicht verlängert."},
	{"Le train pour Milan avait du retard.", "Il faut trois œufs et un peu de farine pour le gâteau."},
	{"La chaudière de la cave est en panne depuis hier.", "Le contrat avec le fournisseur n'a pas été prolongé."},
	{"El tren a Milán llegó con retraso y perdimos el enlace.", "Para el pastel se necesitan tres huevos y un poco de harina."},
	{"Il treno per Milano era in ritardo di due ore.", "Per la torta servono tre uova e un po' di farina."},
	{"De trein naar Milaan had vertraging en wij kwamen te laat.", "Voor de taart heb je drie eieren en wat bloem nodig."},
	{"Pociąg do Mediolanu był spóźniony o dwie godziny.", "Na ciasto potrzeba trzech jajek i trochę mąki."},
	{"Tåget till Milano var försenat och vi kom inte fram.", "Till kakan behöver man tre ägg och lite mjöl."},
	{"O trem para Milão estava atrasado e não chegámos a tempo.", "Para o bolo são precisos três ovos e um pouco de farinha."},
	{"Поезд в Милан опоздал на два часа.", "Для торта нужны три яйца и немного муки."},
	{"Milano treni iki saat gecikti ve bağlantıyı kaçırdık.", "Kek için üç yumurta ve biraz un gerekiyor."},
	{"去米兰的火车晚点了两个小时。", "做蛋糕需要三个鸡蛋和一点面粉。"},
}

// TestNoLikenessJoinsWhatIsNotRead checks that a path to or from such a text only uses links, and that the answer says so; English texts are joined as before.
func TestNoLikenessJoinsWhatIsNotRead(t *testing.T) {
	e := open(t, "")
	ids := tell(t, e, 40)
	english := remember(t, e, Note{Content: "The cake for the fair needs three eggs and some flour."})[0].ID
	told, untold, joined := 0, 0, 0
	for _, pair := range unreadNotes {
		a := remember(t, e, Note{Content: pair[0]})[0].ID
		b := remember(t, e, Note{Content: pair[1]})[0].ID
		for _, ends := range [][2]store.ID{{a, b}, {b, a}, {a, english}, {english, b}, {a, ids[0]}} {
			for _, kind := range PathTypes {
				p := findPath(t, e, PathQuestion{From: ends[0], To: ends[1], Type: kind})
				if len(p.Memories) > 0 || p.Reverse != nil {
					joined++
					t.Errorf("%q, %s: path %v, the other way %v", pair, kind, idsOf(p.Route), p.Reverse)
				}
				if told++; !p.Unread {
					untold++
					t.Logf("%q, %s: not said to be unread", pair, kind)
				}
			}
		}
	}
	if untold*10 > told { // a short text may have no word that shows its language
		t.Errorf("%d of %d not said to be unread, %d joined", untold, told, joined)
	}
	p := findPath(t, e, PathQuestion{From: ids[0], To: ids[len(ids)-1]})
	if !slices.Equal(idsOf(p.Route), ids) || p.Unread {
		t.Errorf("English beside them: path %v, want %v; unread %v", idsOf(p.Route), ids, p.Unread)
	}
}

// TestLinksJoinWhatIsNotRead checks that links given by a writer are followed in any language, and lead on to English.
func TestLinksJoinWhatIsNotRead(t *testing.T) {
	e := open(t, "")
	for i, pair := range unreadNotes {
		ns := fmt.Sprint("n", i)
		end := remember(t, e, Note{Content: "A bassoon has four joints.", Namespace: ns})[0].ID
		b := remember(t, e, Note{Content: pair[1], Namespace: ns, Links: []store.ID{end}})[0].ID
		a := remember(t, e, Note{Content: pair[0], Namespace: ns, Links: []store.ID{b}})[0].ID
		if p := findPath(t, e, PathQuestion{From: a, To: end}); !slices.Equal(idsOf(p.Route), []store.ID{a, b, end}) || p.Direction != "given" {
			t.Errorf("%q: path %v, direction %q", pair, idsOf(p.Route), p.Direction)
		}
	}
}

// TestNoLikenessJoinsTheSetsOfLanguages checks that none of the notes of ten languages leads to the next.
func TestNoLikenessJoinsTheSetsOfLanguages(t *testing.T) {
	e := open(t, "")
	for _, l := range languages(t) {
		var ids []store.ID
		for _, text := range append(l.answers, l.others...) {
			ids = append(ids, remember(t, e, Note{Content: text, Namespace: l.name})[0].ID)
		}
		for i := range len(ids) - 1 {
			if p := findPath(t, e, PathQuestion{From: ids[i], To: ids[i+1]}); len(p.Memories) > 0 || p.Reverse != nil || !p.Unread {
				t.Errorf("%s: %d leads to the next: %v; unread %v", l.name, i, idsOf(p.Route), p.Unread)
			}
		}
	}
}
