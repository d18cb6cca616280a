package engine

import (
	"testing"

	"asterism/engine/dream"
	"asterism/engine/store"
	"asterism/engine/words"
)

// TestDreamsLinkNoUnreadTexts checks that no links are proposed between memories in languages that models do not read, unless they share two content words.
func TestDreamsLinkNoUnreadTexts(t *testing.T) {
	e := open(t, "")
	texts := map[store.ID]string{}
	for _, of := range cakes {
		for _, text := range of {
			texts[rememberOne(t, e, Note{Content: text})] = text
		}
	}
	got := dreamt(t, e, DreamQuestion{Phase: dream.REM, DryRun: true})
	for _, l := range got.Proposals {
		if a, b := texts[l.A], texts[l.B]; len(words.Shared(a, b)) < dreamWords {
			t.Errorf("a link is proposed between %q and %q", a, b)
		}
	}
}

// TestWhatIsNotReadIsNewAndSaidSo checks that storing a text in such a language reports that, and that it counts as new next to others in that language unless its words show otherwise.
func TestWhatIsNotReadIsNewAndSaidSo(t *testing.T) {
	for _, c := range []struct {
		texts  []string
		unread bool
	}{
		{[]string{"Η πύλη πληρωμών απαντά σε τριάντα δευτερόλεπτα.", "Τα λουλούδια στο μπαλκόνι θέλουν νερό.", "Το τρένο για τη Θεσσαλονίκη φεύγει στις επτά."}, true},
		{[]string{"Шлюз платежей отвечает за тридцать секунд.", "Цветы на балконе нужно поливать.", "Поезд в Казань уходит в семь."}, true},
		{[]string{"Das Zahlungssystem antwortet nach dreißig Sekunden.", "Die Blumen auf dem Balkon brauchen Wasser.", "Der Zug nach Leipzig fährt um sieben Uhr ab."}, true},
		{[]string{"The payment gateway answers within thirty seconds.", "Water the flowers on Zoë's balcony.", "Trains to Leipzig leave at seven."}, false},
	} {
		e := open(t, "")
		for i, text := range c.texts {
			got, err := e.Inject(t.Context(), Note{Content: text, Rationale: "r"})
			if err != nil {
				t.Fatal(err)
			}
			if got.Unread != c.unread || got.UTL.Entropy < .5 {
				t.Errorf("%d %q: unread %v, entropy %.2f", i, text, got.Unread, got.UTL.Entropy)
			}
			if again := rememberOnly(t, e, text+" !"); again.Unread != c.unread {
				t.Errorf("%q stored: unread %v", text, again.Unread)
			}
		}
	}
}

func rememberOnly(t *testing.T, e *Engine, text string) *Remembered {
	t.Helper()
	got, err := e.Remember(t.Context(), Note{Content: text, Rationale: "r", Namespace: "other"})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestWordsOfGrammarLinkNothing checks that a shared letter, grammar word or adverb is no reason to propose a link, and that two content words are.
func TestWordsOfGrammarLinkNothing(t *testing.T) {
	same := func(pairs [][2]string) (out [][2]string) {
		for _, p := range pairs {
			if shareWords(p[0], p[1]) {
				out = append(out, p)
			}
		}
		return out
	}
	unrelated := [][2]string{
		{"L'école ferme à midi le mercredi.", "L'équipe a gagné le match de samedi."}, {"Il faut arroser les fleurs du balcon.", "Il faut relancer le client pour la facture."}, {"J'ai acheté une nouvelle voiture.", "Le nouveau stagiaire arrive lundi."}, {"Nous avons quelques soucis avec le réseau.", "Nous avons reçu quelques colis hier."}, {"Cela prend trop de temps pour les enfants.", "Le train prend trop de retard."},
		{"Die Katze schläft heute auf dem Sofa.", "Heute gibt es in der Kantine Gulasch."}, {"Der neue Drucker steht im Flur.", "Die neue Kollegin kommt aus Wien."}, {"Wir brauchen immer mehr Zeit für den Umzug.", "Immer am Freitag gibt es Kuchen."}, {"Das Konzert war wirklich sehr gut besucht.", "Die Suppe schmeckt wirklich gut."}, {"Damit die Wäsche trocknet, braucht man Sonne.", "Damit fährt man schneller zum Bahnhof."},
		{"El perro duerme siempre en la cocina.", "Siempre llego tarde a la oficina."}, {"La reunión de hoy fue larga.", "Hoy compré pan para la cena."}, {"Necesitamos algo nuevo para la fiesta.", "El coche nuevo hace ruido, algo pasa."},
		{"Il cane dorme sempre in cucina.", "Arrivo sempre tardi al lavoro."}, {"Oggi il mercato è chiuso.", "Oggi ho visto un bel film al cinema."},
		{"Сегодня в столовой дают борщ.", "Сегодня пришло новое письмо из банка."}, {"Всегда закрывайте окна на ночь.", "Кот всегда спит на диване."}, {"Теперь всё работает быстрее.", "Теперь у нас новая собака."},
		{"Kedi için yeni bir mama aldım.", "Toplantı için yeni bir gün bulduk."}, {"Bugün hava çok güzel ve sıcak.", "Bugün çok yorgunum ve eve gidiyorum."},
		{"Dziś pada deszcz i jest zimno.", "Dziś mamy ważne spotkanie i prezentację."}, {"De hond slaapt altijd in de keuken.", "Ik kom altijd te laat op het werk."}, {"我们今天去爬山。", "我们今天开会讨论预算。"}, {"Katten sover alltid i köket.", "Jag kommer alltid för sent till jobbet."},
	}
	related := [][2]string{
		{"Die Zahlung an den Lieferanten ist fehlgeschlagen.", "Fehlgeschlagene Zahlungen an Lieferanten werden nach einer Stunde wiederholt."}, {"Der Backup-Server steht im Keller und wird jede Nacht gesichert.", "Im Keller ist der Server nachts sehr laut."},
		{"La facture du fournisseur n'a pas été payée.", "Le fournisseur réclame le paiement de la facture."}, {"Le serveur de sauvegarde est dans la cave.", "La cave est inondée et le serveur de sauvegarde est en panne."},
		{"El pago al proveedor falló por un error del banco.", "El banco confirmó el error en el pago."}, {"Il pagamento al fornitore non è andato a buon fine.", "Il fornitore aspetta il pagamento da un mese."},
		{"Оплата поставщику не прошла из-за банка.", "Банк вернул оплату поставщику."}, {"Płatność dla dostawcy nie doszła do skutku.", "Dostawca czeka na płatność od miesiąca."}, {"De betaling aan de leverancier is mislukt.", "De leverancier wacht op de betaling."}, {"Betalningen till leverantören misslyckades.", "Leverantören väntar på betalningen."},
	}
	unknown := [][2]string{ // languages whose grammar words are not known
		{"向供应商的付款失败了。", "供应商正在等待付款。"}, {"공급업체에 대한 결제가 실패했습니다.", "공급업체가 결제를 기다리고 있습니다."}, {"サーバーのバックアップは地下室にある。", "地下室が浸水してバックアップが壊れた。"}, {"Toimittajan lasku maksettiin.", "Toimittajan lasku on myöhässä."},
	}
	if got := same(unknown); len(got) > 0 {
		t.Errorf("%q are told to share what they say", got)
	}
	if got := same(unrelated); len(got) > 3 { // two adverbs at once: "wirklich gut"
		t.Errorf("%d of %d that have nothing to do with each other share what they say: %q", len(got), len(unrelated), got)
	}
	if got := same(related); len(got) != len(related) {
		t.Errorf("%d of %d share what they say", len(got), len(related))
	}
}
