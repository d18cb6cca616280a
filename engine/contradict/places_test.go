package contradict

import (
	"testing"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// TestOfTwoThingsInOtherLanguages checks languages whose verbs are not known. A statement is offered as a replacement only if one place differs, or only values differ.
func TestOfTwoThingsInOtherLanguages(t *testing.T) {
	for may, pairs := range map[bool][][2]string{
		false: {
			{"Der Schlüssel von Stripe wird alle 90 Tage erneuert", "Der Schlüssel von Twilio wird alle 30 Tage erneuert"},
			{"Anna arbeitet in Berlin", "Peter arbeitet in Hamburg"},
			{"La clé de Stripe est renouvelée tous les 90 jours", "La clé de Twilio est renouvelée tous les 30 jours"},
			{"Marie travaille à Paris", "Paul travaille à Lyon"},
			{"La clave de Stripe se renueva cada 90 días", "La clave de Twilio se renueva cada 30 días"},
			{"Ana trabaja en Madrid", "Luis trabaja en Sevilla"},
			{"La chiave di Stripe viene rinnovata ogni 90 giorni", "La chiave di Twilio viene rinnovata ogni 30 giorni"},
			{"Anna lavora a Roma", "Paolo lavora a Milano"},
			{"Klucz Stripe jest odnawiany co 90 dni", "Klucz Twilio jest odnawiany co 30 dni"},
			{"Anna pracuje w Warszawie", "Piotr pracuje w Krakowie"},
			{"Stripeのキーは90日ごとに更新されます", "Twilioのキーは30日ごとに更新されます"},
			{"田中さんは東京で働いています", "佐藤さんは大阪で働いています"},
			{"Stripe anahtarı 90 günde bir yenilenir", "Twilio anahtarı 30 günde bir yenilenir"},
			{"Ключ Stripe обновляется каждые 90 дней", "Ключ Twilio обновляется каждые 30 дней"},
			{"Анна работает в Москве", "Пётр работает в Казани"},
			{"Stripe的密钥每90天更换一次", "Twilio的密钥每30天更换一次"},
			{"小王在北京工作", "小李在上海工作"},
			{"Stripe की कुंजी हर 90 दिन में बदली जाती है", "Twilio की कुंजी हर 30 दिन में बदली जाती है"},
			{"अनीता दिल्ली में काम करती है", "रवि मुंबई में काम करता है"},
			{"Kunde Hansen zahlt nicht per Rechnung", "Kunde Petersen zahlt per Rechnung"},
			{"Der Dienst Atlas ist an", "Der Dienst Borealis ist aus"},
			{"Ayşe Ankara'da çalışıyor", "Mehmet İzmir'de çalışıyor"},
			{"Die Lizenz von Figma läuft im Mai aus", "Die Lizenz von Miro läuft im Juni aus"},
			{"Klaus betreut die Kasse", "Sabine betreut das Lager"},
			{"Rechnung 1182 wurde am 3. März bezahlt", "Rechnung 1183 wurde am 5. März bezahlt"},
			{"Le contrat avec Orange expire en mai", "Le contrat avec Free expire en juillet"},
			{"Julie dirige le support", "Marc dirige la vente"},
			{"El equipo de Ana usa Python", "El equipo de Luis usa Go"},
			{"La impresora del primer piso es HP", "La impresora del segundo piso es Canon"},
			{"Il magazzino di Torino chiude alle 18", "Il magazzino di Milano chiude alle 20"},
			{"Giulia parla francese", "Marco parla tedesco"},
			{"Serwer w Gdańsku ma 64 GB", "Serwer w Poznaniu ma 128 GB"},
			{"Ola mieszka w Łodzi", "Jacek mieszka w Lublinie"},
			{"O escritório de Lisboa abre às 8", "O escritório do Porto abre às 9"},
			{"De printer van Jan staat op de eerste verdieping", "De printer van Piet staat op de tweede verdieping"},
			{"営業部はSlackを使います", "開発部はTeamsを使います"},
			{"鈴木さんは猫が好きです", "高橋さんは犬が好きです"},
			{"Elif kahve içer", "Murat çay içer"},
			{"Muhasebe ofisi üçüncü katta", "Satış ofisi beşinci katta"},
			{"Мария любит кофе", "Игорь любит чай"},
			{"Склад в Туле открыт до 18", "Склад в Омске открыт до 20"},
			{"北京的办公室有三十人", "上海的办公室有五十人"},
			{"张伟负责支付系统", "李娜负责搜索系统"},
			{"राहुल चाय पीता है", "सीमा कॉफी पीती है"},
			{"서울 사무실은 9시에 엽니다", "부산 사무실은 10시에 엽니다"},
			{"지민은 커피를 좋아합니다", "수진은 녹차를 좋아합니다"},
			{"مكتب القاهرة يفتح في الثامنة", "مكتب دبي يفتح في التاسعة"},
			{"Kajsa bor i Malmö", "Erik bor i Lund"},
			{"Petr bydlí v Praze", "Jana bydlí v Brně"},
		},
		true: {
			{"Der Schlüssel von Stripe wird alle 90 Tage erneuert", "Der Schlüssel von Stripe wird alle 30 Tage erneuert"},
			{"Anna arbeitet in Berlin", "Anna arbeitet in Hamburg"},
			{"Marie travaille à Paris", "Marie travaille à Lyon"},
			{"Ana trabaja en Madrid", "Ana trabaja en Sevilla"},
			{"田中さんは東京で働いています", "田中さんは大阪で働いています"},
			{"Анна работает в Москве", "Анна работает в Казани"},
			{"小王在北京工作", "小王在上海工作"},
			{"अनीता दिल्ली में काम करती है", "अनीता मुंबई में काम करती है"},
			{"Anna pracuje w Warszawie", "Anna pracuje w Krakowie"},
			{"Ayşe Ankara'da çalışıyor", "Ayşe İzmir'de çalışıyor"},
			{"Der Server steht in Köln", "Der Server steht jetzt in Berlin"},
			{"Das Backup läuft um 3:00 und dauert 20 Minuten", "Das Backup läuft um 4:00 und dauert 30 Minuten"},
			{"Die Lizenz von Figma läuft im Mai aus", "Die Lizenz von Figma läuft im Juni aus"},
			{"Klaus betreut die Kasse", "Klaus betreut das Lager"},
			{"Le contrat avec Orange expire en mai", "Le contrat avec Orange expire en juillet"},
			{"La impresora del primer piso es HP", "La impresora del primer piso es Canon"},
			{"Giulia parla francese", "Giulia parla tedesco"},
			{"Ola mieszka w Łodzi", "Ola mieszka w Lublinie"},
			{"営業部はSlackを使います", "営業部はTeamsを使います"},
			{"鈴木さんは猫が好きです", "鈴木さんは犬が好きです"},
			{"Elif kahve içer", "Elif çay içer"},
			{"Мария любит кофе", "Мария любит чай"},
			{"张伟负责支付系统", "张伟负责搜索系统"},
			{"राहुल चाय पीता है", "राहुल कॉफी पीता है"},
			{"서울 사무실은 9시에 엽니다", "서울 사무실은 10시에 엽니다"},
			{"Die Besprechung ist am Montag um 9 Uhr", "Die Besprechung ist am Dienstag um 10 Uhr"},
			{"Версия 2.1 вышла 3 мая", "Версия 2.2 вышла 5 июня"},
		},
	} {
		for _, p := range pairs {
			older, m := said(2025, p[0]), said(2026, p[1])
			r := compare.In("text", p[0], p[1])
			if got := MaySupersede(older, m, &r); got != may {
				t.Errorf("%q after %q: %v, %s", p[1], p[0], got, r.Words())
			}
			for _, related := range Relate(compare.To("text", p[1]), []*store.Memory{older}) {
				if !may && (related.Relation == Contradicts || related.Relation == Replaces) {
					t.Errorf("%q after %q: %+v", p[1], p[0], related)
				}
			}
		}
	}
}
