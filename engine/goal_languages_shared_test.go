package engine

import (
	"strings"
	"testing"

	"asterism/engine/search"
)

// sharedSteps are, in each language, a goal with steps: "on" serves it and shares several words, "few" is about other things and shares one word, "denies" denies what the goal
// wants or does what it forbids, and "none" shares no word.
var sharedSteps = []struct {
	goal  string
	steps map[string][]string
}{
	{"Die Zahlungen laufen auch am Samstag", map[string][]string{"on": {"Prüfen, ob Zahlungen am Samstag laufen"}, "few": {"Wir backen am Samstag einen Kuchen", "Samstag schwimmen gehen"}, "denies": {"Die Zahlungen laufen am Samstag nicht"}, "none": {"Die Katze schläft auf dem Sofa"}}},
	{"Kunden sollen nie doppelt belastet werden", map[string][]string{"few": {"Den Kunden einen Kuchen backen"}, "denies": {"Kunden werden doppelt belastet"}, "none": {"Die Blumen auf dem Balkon gießen"}}},
	{"Réduire le temps de réponse du serveur", map[string][]string{"on": {"Mesurer le temps de réponse des pages"}, "few": {"Le temps est beau à la montagne", "Réduire le sucre dans le gâteau"}, "denies": {"Ne pas réduire le temps de réponse"}, "none": {"Arroser les fleurs du balcon"}}},
	{"Rendre l'application de paiement fiable", map[string][]string{"on": {"Tester l'application de paiement chaque nuit"}, "few": {"Acheter une voiture fiable pour maman"}, "denies": {"Ne jamais rendre l'application de paiement fiable"}, "none": {"J'aime l'odeur de l'herbe après la pluie"}}},
	{"Hacer seguros los pagos de los clientes", map[string][]string{"on": {"Repetir los pagos de los clientes tras un fallo"}, "few": {"Hornear un pastel para los clientes"}, "denies": {"No hacer seguros los pagos de los clientes", "Los pagos de los clientes quedan sin seguros"}, "none": {"El gato duerme en el sofá"}}},
	{"Rendere sicuri i pagamenti", map[string][]string{"on": {"Provare che i pagamenti siano sicuri"}, "few": {"Comprare sedili sicuri per la bicicletta"}, "denies": {"Non rendere i pagamenti sicuri", "Non rendere sicuri i pagamenti", "Mai rendere sicuri i pagamenti", "I pagamenti restano senza controlli sicuri"}, "none": {"Il gatto dorme sul divano"}}},
	{"Controllare i pagamenti dei clienti ogni notte", map[string][]string{"on": {"Scrivere una prova per i pagamenti dei clienti"}, "few": {"La notte è stata molto fredda in montagna"}, "denies": {"Non controllare i pagamenti dei clienti"}, "none": {"Comprare una torta per la mamma"}}},
	{"Tornar os pagamentos dos clientes seguros", map[string][]string{"on": {"Repetir os pagamentos dos clientes que falharam"}, "few": {"Fazer um bolo para os clientes"}, "denies": {"Não tornar seguros os pagamentos dos clientes"}, "none": {"O gato dorme em cima da cama"}}},
	{"De betalingen van klanten betrouwbaar verwerken", map[string][]string{"on": {"Mislukte betalingen van klanten opnieuw proberen"}, "few": {"Een taart bakken voor de klanten"}, "denies": {"De betalingen van klanten niet betrouwbaar verwerken"}, "none": {"De kat slaapt graag op de bank"}}},
	{"Zapewnić niezawodne płatności w sklepie", map[string][]string{"on": {"Powtórzyć nieudane płatności w sklepie"}, "few": {"Kupić tort w sklepie dla mamy"}, "denies": {"Nie zapewnić płatności w sklepie"}, "none": {"Kot lubi spać w nocy na kanapie"}}},
	{"Сделать оплату заказов надёжной", map[string][]string{"on": {"Повторять оплату заказов при ошибке"}, "few": {"Купить надёжный велосипед для сына"}, "denies": {"Не делать оплату заказов надёжной"}, "none": {"Полить цветы на балконе"}}},
	{"Müşterilerin ödemelerini güvenli hale getirmek", map[string][]string{"on": {"Müşterilerin ödemelerini her gece kontrol et"}, "few": {"Müşteriler için çikolatalı pasta yap"}, "denies": {"Müşterilerin ödemelerini asla güvenli hale getirme"}, "none": {"Kedi koltukta uyumayı çok seviyor"}}},
	{"让支付系统可靠", map[string][]string{"on": {"每天检查支付系统"}, "few": {"重试失败的支付", "给妈妈买可靠的车"}, "denies": {"不让支付系统可靠", "别让支付系统可靠"}, "none": {"给阳台上的花浇水"}}},
	{"決済サーバーを確実にする", map[string][]string{"on": {"決済サーバーを毎晩確認する"}, "few": {"ケーキのためのサーバーを買う"}, "denies": {"決済サーバーを確実にしない"}, "none": {"ベランダの花に水をやる"}}},
	{"결제 서버를 안정적으로 운영하기", map[string][]string{"on": {"매일 밤 결제 서버를 점검한다"}, "few": {"안정적인 의자를 하나 산다"}, "denies": {"결제 서버를 안정적으로 운영하지 않는다"}, "none": {"고양이가 소파에서 잔다"}}},
	{"تأمين مدفوعات العملاء في المتجر", map[string][]string{"on": {"مراجعة مدفوعات العملاء كل ليلة"}, "few": {"شراء كعكة من المتجر لأمي"}, "denies": {"عدم تأمين مدفوعات العملاء"}, "none": {"القطة تنام على الأريكة"}}},
	{"ग्राहकों के भुगतान सुरक्षित बनाना", map[string][]string{"on": {"ग्राहकों के भुगतान की जाँच करना"}, "few": {"ग्राहकों के लिए केक पकाना"}, "denies": {"ग्राहकों के भुगतान सुरक्षित मत बनाना"}, "none": {"बिल्ली सोफे पर सोती है"}}},
}

// TestSharedWordsDoNotTell checks that a step in an unread language is never reported as on its goal, whatever words they share: it may contradict it. If words show that
// it contradicts the goal, that is reported.
func TestSharedWordsDoNotTell(t *testing.T) {
	e := open(t, "")
	for _, c := range sharedSteps {
		for want, steps := range c.steps {
			for _, step := range steps {
				got := checkGoal(t, e, GoalCheck{Goal: c.goal, Action: step})
				switch {
				case (want == "on" || want == "few") && (got.Signal || !strings.Contains(got.Note, "the words that they share")),
					want == "none" && (got.Signal || !strings.Contains(got.Note, "they share no word")),
					want == "denies" && got.Signal && !(got.Contradicts && got.Similarity < .3):
					t.Errorf("%s, %s, want %s: %.3f, signal %v, %q", c.goal, step, want, got.Similarity, got.Signal, got.Note)
				}
			}
		}
	}
}

// accents are English texts with names and words that have accents, or with a grammar word of another language.
var accents = []string{"São Paulo office opens Monday", "El Niño delayed the launch", "The café's résumé parser fails", "Müller fixed the naïve cache", "Über driver app crashes", "La Niña weather model upgraded", "Łukasz merged the Gdańsk branch",
	"Zürich failover tested", "Málaga staging server rebooted", "Beyoncé tickets sold out", "Crème brûlée torch recalled", "Peña and Núñez approved the budget", "Como agreed to ship Tomé's crate", "Société Générale wires money", "Where is the São Paulo office"}

// TestAccentsAreNoOtherLanguage checks that such names and words do not make a text count as another language, in a question, a memory or a step.
func TestAccentsAreNoOtherLanguage(t *testing.T) {
	e := open(t, "")
	setStar(t, e, "", "Open the new offices on time")
	for _, text := range accents {
		stored := remember(t, e, Note{Content: text})[0]
		m, err := e.Get(t.Context(), stored.ID)
		if err != nil {
			t.Fatal(err)
		}
		found, err := e.Recall(t.Context(), Question{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := search.Theta(&m.Purpose); !ok || stored.Unread || found.Unread {
			t.Errorf("%s: aligned %v, stored as unread %v, asked as unread %v", text, ok, stored.Unread, found.Unread)
		}
		if got := checkGoal(t, e, GoalCheck{Action: text}); !got.Signal {
			t.Errorf("%s: %q", text, got.Note)
		}
	}
	for _, text := range []string{"Für Kunden", "Über Zahlungen", "Wo ist der Schlüssel?", "¿Dónde está la llave?", "Où est la clé ?", "São seguros os pagamentos?"} {
		if found, err := e.Recall(t.Context(), Question{Text: text}); err != nil || !found.Unread {
			t.Errorf("%s: asked as unread %v, error %v", text, found != nil && found.Unread, err)
		}
	}
}

// TestCommandsBesideUnreadGoals checks the answer for a command with an unread goal: that the goal is not read, or that every project has such a step.
func TestCommandsBesideUnreadGoals(t *testing.T) {
	e := open(t, "")
	for _, goal := range []string{"Die Zahlung zuverlässig machen", "让支付系统可靠", "Сделать оплату надёжной", "Rendre le paiement fiable", "결제 서버를 안정적으로 운영하기", "تأمين مدفوعات العملاء في المتجر"} {
		for _, step := range []string{"git push", "git push origin main", "npm install", "make test", "go test ./...", "ls -la"} {
			if got := checkGoal(t, e, GoalCheck{Goal: goal, Action: step}); got.Signal || !strings.HasPrefix(got.Note, "neither for nor against") {
				t.Errorf("%s, %s: %q", goal, step, got.Note)
			}
		}
		for _, step := range []string{"terraform apply", "docker compose up", "kubectl rollout restart deploy/api", "brew upgrade", "helm upgrade api", "Order lunch", "Refactor the auth middleware", "psql -c 'vacuum'", "systemctl restart nginx", "ssh db-01"} {
			if got := checkGoal(t, e, GoalCheck{Goal: goal, Action: step}); got.Signal || !strings.Contains(got.Note, "do not read the language of the goal, ") {
				t.Errorf("%s, %s: %q", goal, step, got.Note)
			}
		}
	}
	for _, step := range []string{"给花浇水", "Цветы на балконе полить", "Die Blumen auf dem Balkon gießen"} {
		if got := checkGoal(t, e, GoalCheck{Goal: "Make payments reliable", Action: step}); got.Signal || !strings.Contains(got.Note, "do not read the language of this step, ") {
			t.Errorf("%s: %q", step, got.Note)
		}
	}
}
