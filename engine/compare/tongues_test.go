package compare

import "testing"

// TestOfOtherLanguages checks texts in languages that the lists do not cover. They are compared by their words. Another word order is no contradiction there, another spelling of the same
// letters is a copy, and a negation reverses a sentence.
func TestOfOtherLanguages(t *testing.T) {
	for want, pairs := range map[Class][][2]string{
		Same: {
			{"网关的超时时间是三十秒。", "网关的超时时间是三十秒"},
			{"デプロイは田中さんが担当します。", "デプロイは田中さんが担当します"},
			{"网关的超时时间是30秒。", "网关的超时时间是３０秒。"},
			{"サーバーを月曜日に再起動します。", "ｻｰﾊﾞｰを月曜日に再起動します。"},
			{"Ёлка стоит в офисе номер пять.", "Елка стоит в офисе номер пять."},
			{"Всё готово.", "Все готово"},
			{"الخَادِمُ يَعْمَلُ فِي بَرْلِين.", "الخادم يعمل في برلين."},
			{"الخادم يعمل في برلين، والنسخة في روما", "الخادم يعمل في برلين والنسخة في روما۔"},
			{"सर्वर सोमवार को बंद रहता है।", "सर्वर सोमवार को बंद रहता है"},
			{"The port is 8080.", "Ｔｈｅ　ｐｏｒｔ　ｉｓ　８０８０．"},
		},
		Rephrased: {
			{"Montags wird der Server neu gestartet.", "Der Server wird montags neu gestartet."},
			{"Jede Nacht wird die Datenbank gesichert.", "Die Datenbank wird jede Nacht gesichert."},
			{"Le lundi, le serveur est redémarré.", "Le serveur est redémarré le lundi."},
			{"Сервер перезапускается по понедельникам.", "По понедельникам перезапускается сервер."},
			{"服务器每周一重启", "每周一服务器重启"},
			{"月曜日にサーバーを再起動します", "サーバーを月曜日に再起動します"},
			{"월요일에 서버를 다시 시작합니다", "서버를 월요일에 다시 시작합니다"},
			{"李雷批评了韩梅梅。", "韩梅梅批评了李雷。"},
		},
		Negated: {
			{"Nous utilisons Kafka pour les files.", "Nous n'utilisons plus Kafka pour les files."},
			{"Nous utilisons Kafka pour les files.", "Nous n’utilisons pas Kafka pour les files."},
			{"Wir nutzen Kafka für die Warteschlangen.", "Wir nutzen Kafka nicht mehr für die Warteschlangen."},
			{"Wir nutzen Kafka für die Warteschlangen.", "Wir nutzen für die Warteschlangen kein Kafka mehr."},
			{"Usiamo Kafka per le code.", "Non usiamo più Kafka per le code."},
			{"Il server è raggiungibile.", "Il server non è raggiungibile."},
			{"Usamos Kafka para as filas.", "Já não usamos Kafka para as filas."},
			{"Usamos Kafka para as filas.", "Não usamos Kafka para as filas."},
			{"We gebruiken Kafka voor de wachtrijen.", "We gebruiken geen Kafka meer voor de wachtrijen."},
			{"De server is bereikbaar.", "De server is niet bereikbaar."},
			{"Мы используем Kafka для очередей.", "Мы больше не используем Kafka для очередей."},
			{"Usamos Kafka para las colas.", "Ya no usamos Kafka para las colas."},
		},
		Swapped: {
			{"Alice reviewed Bob", "Bob reviewed Alice"},
			{"The gateway calls the billing service.", "The billing service calls the gateway."},
		},
	} {
		for _, p := range pairs {
			for _, q := range [][2]string{p, {p[1], p[0]}} {
				if got := Texts(q[0], q[1]); got.Class != want {
					t.Errorf("%q, %q: %s, want %s", q[0], q[1], got.Words(), want)
				}
			}
		}
	}
	for _, p := range [][2]string{{"The queue uses non-blocking reads", "The queue uses blocking reads"}, {"x² is the area", "x2 is the area"}} {
		if WordingOf("text", p[0]) == WordingOf("text", p[1]) {
			t.Errorf("%q is no copy of %q", p[0], p[1])
		}
	}
}

// TestNamesAreOfAnyLanguage checks that names, and English words that also occur in other languages, do not affect how an English text is compared.
func TestNamesAreOfAnyLanguage(t *testing.T) {
	for want, pairs := range map[Class][][2]string{
		Swapped: {
			{"Dan reviewed Müller", "Müller reviewed Dan"}, {"Zoë paid Jörg", "Jörg paid Zoë"}, {"Maria de la Cruz called Bob", "Bob called Maria de la Cruz"}, {"The van hit the den", "The den hit the van"},
			{"São Paulo beat Real Madrid", "Real Madrid beat São Paulo"}, {"Ümit manages Dan", "Dan manages Ümit"}, {"dan reviewed bob", "bob reviewed dan"}, {"auth calls io", "io calls auth"}, {"prod-eu replicates prod-us", "prod-us replicates prod-eu"}, {"Иванов reviewed Петров", "Петров reviewed Иванов"},
		},
		Negated: {
			{"Dan does not review Müller", "Dan does review Müller"}, {"Café Zürich is open", "Café Zürich is not open"},
		},
		Rephrased: {
			{"The queue uses non-blocking reads", "The queue uses non blocking reads"}, {"A non-profit runs the site", "The site is run by a non-profit"},
		},
		Contradiction: {
			{"io blocking", "io non blocking"}, {"Usiamo Kafka", "Non usiamo Kafka"},
		},
	} {
		for _, p := range pairs {
			if got := Texts(p[0], p[1]); got.Class != want {
				t.Errorf("%q, %q: %s, want %s", p[0], p[1], got.Words(), want)
			}
		}
	}
}
