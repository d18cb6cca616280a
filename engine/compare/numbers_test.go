package compare

import "testing"

// TestNumbersOfOtherLanguages checks that the same number in digits of another script, or with other separators, is no change, and that another number is one.
func TestNumbersOfOtherLanguages(t *testing.T) {
	for _, p := range [][2]string{
		{"المهلة ٣٠ ثانية", "المهلة 30 ثانية"},
		{"सीमा ३० दिन है", "सीमा 30 दिन है"},
		{"上限是１００次", "上限是100次"},
		{"Die Grenze liegt bei 1.000 Anfragen", "Die Grenze liegt bei 1000 Anfragen"},
		{"Die Grenze liegt bei 1.000 Anfragen", "Die Grenze liegt bei 1 000 Anfragen"},
		{"La limite est de 1\u202f000 requêtes", "La limite est de 1000 requêtes"},
		{"La limite est de 1 000 requêtes", "La limite est de 1000 requêtes"},
		{"Das Budget ist 1'000 Franken", "Das Budget ist 1000 Franken"},
		{"The limit is 1,000 requests", "The limit is 1000 requests"},
		{"The limit is 1\u202f000 requests", "The limit is 1,000 requests"},
		{"Limit: 1.000", "Limit: 1000"},
		{"Limit: 1.000", "Limit: 1,000"},
		{"Gewicht 2.500 kg", "Gewicht 2500 kg"},
		{"Die Rate ist 0,5 Prozent", "Die Rate ist 0.5 Prozent"},
		{"Der Preis ist 1.234,50 €", "Der Preis ist 1234,50 €"},
		{"Der Preis ist 1.234,50 €", "Der Preis ist 1,234.50 €"},
		{"Der Umsatz ist 1.000.000 Euro", "Der Umsatz ist 1000000 Euro"},
		{"Das Limit ist 1,5 GB", "Das Limit ist 1500 MB"},
		{"サーバーは９時に再起動します", "サーバーは9時に再起動します"},
		{"The fee is 1,00,000 rupees", "The fee is 100,000 rupees"},
		{"Таймаут 1 500 мс", "Таймаут 1500 мс"},
		{"Das Lager fasst 12.500 Paletten", "Das Lager fasst 12500 Paletten"},
		{"Das Lager fasst 12.500 Paletten", "Das Lager fasst 12,500 Paletten"},
		{"Il limite è di 2.000 utenti", "Il limite è di 2000 utenti"},
		{"El almacén tiene 1.500 cajas", "El almacén tiene 1500 cajas"},
		{"A quota é de 3.000 mensagens por dia", "A quota é de 3000 mensagens por dia"},
		{"Le budget est de 25 000 euros", "Le budget est de 25000 euros"},
		{"Le seuil est de 0,75", "Le seuil est de 0.75"},
		{"Limit wynosi 10 000 zapytań", "Limit wynosi 10000 zapytań"},
		{"Лимит 10 000 запросов", "Лимит 10000 запросов"},
		{"الحد الأقصى ٥٠٠ طلب", "الحد الأقصى 500 طلب"},
		{"النسبة ٢٫٥ بالمئة", "النسبة 2.5 بالمئة"},
		{"कर दर १८ प्रतिशत है", "कर दर 18 प्रतिशत है"},
		{"সীমা ৫০ জন", "সীমা 50 জন"},
		{"ขีดจำกัดคือ ๕๐ คำขอ", "ขีดจำกัดคือ 50 คำขอ"},
		{"タイムアウトは３０秒です", "タイムアウトは30秒です"},
		{"최대 1,000명", "최대 1000명"},
		{"Sınır 1.000 istek", "Sınır 1000 istek"},
		{"Gränsen är 1 000 anrop", "Gränsen är 1000 anrop"},
		{"De prijs is € 1.250,00", "De prijs is € 1250,00"},
		{"The fee is $1,250.50", "The fee is $1250.50"},
		{"The rate is 0,5 percent", "The rate is 0.5 percent"},
		{"La limite est de 1\u00a0000 requêtes", "La limite est de 1000 requêtes"},
	} {
		for _, q := range [][2]string{p, {p[1], p[0]}} {
			if got := Texts(q[0], q[1]); got.Class != Same && got.Class != Rephrased {
				t.Errorf("%q, %q: %s", q[0], q[1], got.Words())
			}
		}
	}
	for _, p := range [][2]string{
		{"المهلة ٣٠ ثانية", "المهلة ٤٠ ثانية"},
		{"सीमा ३० दिन है", "सीमा ४५ दिन है"},
		{"上限是１００次", "上限是200次"},
		{"Die Grenze liegt bei 1.000 Anfragen", "Die Grenze liegt bei 2.000 Anfragen"},
		{"La limite est de 1 000 requêtes", "La limite est de 2 000 requêtes"},
		{"Das Budget ist 1'000 Franken", "Das Budget ist 1'500 Franken"},
		{"The ratio is 1.000", "The ratio is 1000"},
		{"Limit: 1.000", "Limit: 1001"},
		{"Memory limit 2.048 GB", "Memory limit 2048 GB"},
		{"Weight increased 1.250 kg", "Weight increased 1250 kg"},
		{"Die Rate ist 0,5 Prozent", "Die Rate ist 0,7 Prozent"},
		{"The server runs 1.2.345", "The server runs 12345"},
		{"서울 사무실은 9시에 엽니다", "서울 사무실은 10시에 엽니다"},
		{"Ports 80 443 are open", "Ports 80 8443 are open"},
		{"Das Lager fasst 12.500 Paletten", "Das Lager fasst 13.500 Paletten"},
		{"El almacén tiene 1.500 cajas", "El almacén tiene 1.600 cajas"},
		{"Le budget est de 25 000 euros", "Le budget est de 35 000 euros"},
		{"Le seuil est de 0,75", "Le seuil est de 0,85"},
		{"Лимит 10 000 запросов", "Лимит 20 000 запросов"},
		{"الحد الأقصى ٥٠٠ طلب", "الحد الأقصى ٦٠٠ طلب"},
		{"कर दर १८ प्रतिशत है", "कर दर 12 प्रतिशत है"},
		{"タイムアウトは３０秒です", "タイムアウトは６０秒です"},
		{"최대 1,000명", "최대 2,000명"},
		{"Sınır 1.000 istek", "Sınır 3.000 istek"},
		{"The fee is $1,250.50", "The fee is $1,350.50"},
	} {
		for _, q := range [][2]string{p, {p[1], p[0]}} {
			if got := Texts(q[0], q[1]); got.Class != Changed {
				t.Errorf("%q, %q: %s", q[0], q[1], got.Words())
			}
		}
	}
	for _, p := range [][2]string{{"Seiten 1,5 fehlen", "Seiten 1.5 fehlen"}, {"Limit: 1.000", "Limit: 1000"}} {
		if WordingOf("text", p[0]) == WordingOf("text", p[1]) {
			t.Errorf("%q is no copy of %q", p[0], p[1])
		}
	}
}

// TestNumbersInARow checks that groups of digits are separate numbers behind a noun that numbers name, or if the other text has each separately.
func TestNumbersInARow(t *testing.T) {
	classed(t, Rephrased, [][2]string{
		{"ports 80 443", "ports 80 and 443"},
		{"Open ports 80 443", "Open ports 80 and 443"},
		{"Open ports 80 443", "Open ports 443 80"},
		{"Close issues 12 345", "Close issues 12 and 345"},
		{"Rows 10 200 are empty", "Rows 10 and 200 are empty"},
		{"Rooms 12 114 are free", "Rooms 12 and 114 are free"},
		{"Test with seeds 42 137", "Test with seeds 42 and 137"},
		{"The stadium seats 45 000 people", "The stadium seats 45000 people"},
		{"The fee is 1 000 euros", "The fee is 1000 euros"},
		{"The house costs 80 443 euros", "The house costs 80443 euros"},
		{"The house costs 80 443", "The house costs 80443"},
		{"The table has 80 443 rows", "The table has 80,443 rows"},
		{"Users: 10 000", "Users: 10000"},
		{"Max connections 10 000", "Max connections 10000"},
		{"Le budget est de 25 000 euros", "Le budget est de 25000 euros"},
		{"Les serveurs traitent 80 443 requêtes", "Les serveurs traitent 80443 requêtes"},
		{"Таймаут 1 500 мс", "Таймаут 1500 мс"},
		{"The limit is 2 500 requests", "The limit is 2500 requests"},
	}...)
	classed(t, Changed, [][2]string{
		{"Open ports 80 443", "Open ports 80 8443"},
		{"Open ports 80 443", "Open ports 80443"},
		{"Close issues 12 345", "Close issues 12 and 346"},
		{"The house costs 80 443", "The house costs 90 443"},
		{"The table has 80 443 rows", "The table has 80 444 rows"},
		{"Le budget est de 25 000 euros", "Le budget est de 25 euros"},
		{"Use primes 13 101", "Use primes 13 and 103"},
	}...)
	classed(t, Detail, [][2]string{
		{"ports 80 443", "ports 80"},
	}...)
	classed(t, Same, [][2]string{
		{"Read lines 20 310", "Read lines 20, 310"},
		{"Tests 3 117 fail", "Tests 3, 117 fail"},
	}...)
	classed(t, Negated, [][2]string{
		{"Do not open ports 80 443", "Open ports 80 443"},
		{"Do not open ports 80 443", "Open ports 80 and 443"},
	}...)
}
