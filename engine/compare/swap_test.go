package compare

import "testing"

// TestOrderOfOtherLanguages checks that, in a language that may have cases, another word order is no contradiction unless the markers of the parts stay in their places.
func TestOrderOfOtherLanguages(t *testing.T) {
	for want, pairs := range map[Class][][2]string{
		Rephrased: {
			{"Der Leiter hat den Prüfer gelobt", "Den Prüfer hat der Leiter gelobt"},
			{"Am Montag kommt der Techniker", "Der Techniker kommt am Montag"},
			{"Der Chef lobt die Leiterin", "Die Leiterin lobt der Chef"},
			{"Anna besucht Paul", "Paul besucht Anna"}, // for German the order is not enough
			{"Montag ist Anna in Berlin", "Anna ist Montag in Berlin"},
			{"Hunden såg katten", "Katten såg hunden"},
			{"Jan belt Piet", "Piet belt Jan"},
			{"Demain commence la formation", "La formation commence demain"},
			{"Lundi vient le technicien", "Le technicien vient lundi"},
			{"El lunes llega el técnico", "El técnico llega el lunes"},
			{"A Luis llama Ana", "Ana llama a Luis"},
			{"В понедельник приедет мастер", "Мастер приедет в понедельник"},
			{"Anna kocha Pawła", "Pawła kocha Anna"},
			{"De server is sneller dan de router", "De router is sneller dan de server"},
			{"Den Bericht schreibt der Praktikant", "Der Praktikant schreibt den Bericht"},
			{"Heute repariert Jonas den Drucker", "Den Drucker repariert Jonas heute"},
			{"Den Hund jagt die Katze", "Die Katze jagt den Hund"},
			{"Dem Kunden schickt der Händler die Rechnung", "Der Händler schickt dem Kunden die Rechnung"},
			{"Im Keller steht der Server", "Der Server steht im Keller"},
			{"I morgon kommer teknikern", "Teknikern kommer i morgon"},
			{"Boken läser Anna", "Anna läser boken"},
			{"W piątek przyjdzie hydraulik", "Hydraulik przyjdzie w piątek"},
			{"Raport pisze Marek", "Marek pisze raport"},
			{"El informe lo escribe Ana", "Ana lo escribe el informe"},
			{"Mañana llega el paquete", "El paquete llega mañana"},
			{"Domani arriva il pacco", "Il pacco arriva domani"},
			{"Amanhã chega a encomenda", "A encomenda chega amanhã"},
			{"Morgen komt de loodgieter", "De loodgieter komt morgen"},
			{"I dag kommer chefen", "Chefen kommer i dag"},
			{"Отчёт пишет Марк", "Марк пишет отчёт"},
			{"Dans le coffre se trouve la clé", "La clé se trouve dans le coffre"},
			{"Ali Veli'yi aradı", "Veli'yi Ali aradı"},
			{"Peter kennt Maria", "Maria kennt Peter"},
			{"Zuerst kommt das Backup", "Das Backup kommt zuerst"},
			{"On the table lies the book", "The book lies on the table"},
		},
		Swapped: {
			{"Der Leiter hat den Prüfer gelobt", "Der Prüfer hat den Leiter gelobt"},
			{"Der Schlüssel von Anna liegt bei Paul", "Der Schlüssel von Paul liegt bei Anna"},
			{"Ana llama a Luis", "Luis llama a Ana"},
			{"Le directeur félicite le contrôleur", "Le contrôleur félicite le directeur"},
			{"Primär: eu-west, Ersatz: us-east", "Primär: us-east, Ersatz: eu-west"},
			{"Le Monde cites Bild", "Bild cites Le Monde"},
			{"Kim mentors Lee", "Lee mentors Kim"},
			{"Maria de la Cruz called Bob", "Bob called Maria de la Cruz"},
			{"Der Sohn ruft den Vater an", "Der Vater ruft den Sohn an"},
			{"Pedro escribe a María", "María escribe a Pedro"},
			{"Le maire accuse le préfet", "Le préfet accuse le maire"},
			{"Der Zug fährt von Köln nach Bonn", "Der Zug fährt von Bonn nach Köln"},
			{"Die Daten gehen vom Server zum Client", "Die Daten gehen vom Client zum Server"},
			{"Le client appelle la banque", "La banque appelle le client"},
			{"Copia los datos de Madrid a Lisboa", "Copia los datos de Lisboa a Madrid"},
			{"The auditor warned the manager", "The manager warned the auditor"},
			{"redis caches postgres", "postgres caches redis"},
			{"Jan is chef van Piet", "Piet is chef van Jan"},
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
}

// TestOrderBetweenPlurals checks that English word order counts without another word that shows the language, and that nothing is claimed if the endings could be cases.
func TestOrderBetweenPlurals(t *testing.T) {
	classed(t, Swapped, [][2]string{
		{"Dogs chase cats", "Cats chase dogs"},
		{"Teachers admire students", "Students admire teachers"},
		{"Cats eat birds", "Birds eat cats"},
		{"Wolves follow ravens", "Ravens follow wolves"},
		{"Clients trust brokers", "Brokers trust clients"},
		{"Servers poll workers", "Workers poll servers"},
		{"Spiders fear wasps", "Wasps fear spiders"},
		{"Big dogs chase small cats", "Small cats chase big dogs"},
		{"Agents verify sellers", "Sellers verify agents"},
		{"Buses overtake trucks", "Trucks overtake buses"},
	}...)
	classed(t, Rephrased, [][2]string{
		{"Anna besucht Paul", "Paul besucht Anna"},
		{"Autos jagen Hunde", "Hunde jagen Autos"},
		{"Babys lieben Omas", "Omas lieben Babys"},
		{"Motinos myli vaikus", "Vaikus myli motinos"},
		{"Kates gaudo peles", "Peles gaudo kates"},
		{"Lauvas meda zebras", "Zebras meda lauvas"},
		{"Jongens slaan meisjes", "Meisjes slaan jongens"},
		{"Gatos cazan ratones", "Ratones cazan gatos"},
		{"Hunde jagen Katzen", "Katzen jagen Hunde"},
		{"Canes feles fugant", "Feles canes fugant"},
		{"Dogs and cats", "Cats and dogs"},
		{"Dogs equal cats", "Cats equal dogs"},
		{"Cats meet dogs", "Dogs meet cats"},
		{"Lions hunt zebras", "Zebras hunt lions"},
		{"Dogs near cats", "Cats near dogs"},
		{"Dogs versus cats", "Cats versus dogs"},
		{"Parents outrank children", "Children outrank parents"},
	}...)
	classed(t, Same, [][2]string{
		{"Dogs love dogs", "Dogs love dogs"},
	}...)
}
