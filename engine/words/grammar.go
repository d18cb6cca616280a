package words

import "strings"

// grammar are the words of each language that occur in texts about anything: articles, pronouns, prepositions, auxiliaries, question words. They show the language of a
// text, and do not count as its words. Languages with their own letters need none to be recognised.
var grammar = map[language]string{
	german: `der die das den dem des ein eine einer eines einem einen kein keine keinen und oder aber sondern denn weil dass daß ob wenn als wie wo wann warum weshalb wer wen wem was
		welche welcher welches welchem welchen ich du er sie es wir ihr mich dich ihn uns euch ihnen mir dir ihm mein meine meinen meiner meinem dein deine sein seine seinen seiner unser
		unsere unserer unserem unseren euer ihre ihren ihrer ihrem ist sind bin bist war waren wird werden wurde wurden worden hat haben hatte hatten habe kann können konnte muss müssen
		soll sollen brauche braucht brauchen will wollen darf dürfen möchte mag nicht auch noch nur schon sehr mehr so zu zum zur im in am an auf aus bei beim mit nach seit von vom vor für gegen ohne um
		durch über unter zwischen bis ins ans sich man hier dort dann da doch sonst jede jeder jedes jeden jedem alle allen dieser diese dieses diesen diesem`,
	french: `le la les un une des du de au aux et ou mais donc car que qui quoi dont où quand comment pourquoi quel quelle quels quelles lequel ce cet cette ces je tu il elle on nous
		vous ils elles me te se moi toi lui leur leurs mon ma mes ton ta tes son sa ses notre nos votre vos est sont suis es sommes êtes était étaient être a ont ai as avons avez avait
		avaient avoir fait faut faire ne pas plus très aussi encore déjà dans sur sous par pour avec sans chez vers entre depuis pendant parce si comme en y à tout tous toute toutes
		peut peuvent doit doivent c d j l m n s t qu jusqu lorsqu puisqu`,
	spanish: `el la los las un una unos unas de del al y e o u pero sino porque que qué quién quien quiénes cuál cuáles cuándo cuando cómo como dónde donde por para con sin sobre entre
		desde hasta hacia según en a yo tú él ella nosotros vosotros ellos ellas me te se nos os le les lo mi mis tu tus su sus nuestro nuestra nuestros nuestras este esta estos estas ese esa
		esos esas aquel eso esto es son soy eres somos era eran fue fueron ser estar está están estaba estaban estoy ha han he hemos había habían haber hay no sí ya muy más
		también tampoco cada todo toda todos todas puede pueden debe deben si`,
	italian: `il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla dai dalle in nel nello nella nei negli nelle su sul sulla sui sulle con per
		tra fra e ed o ma se che chi cui quale quali quando come dove perché io tu lui lei noi voi loro mi ti si ci vi ne mio mia miei mie tuo tua suo sua suoi sue nostro nostra
		nostri nostre questo questa questi queste quello quella quelli è sono sei siamo era erano fu essere ha ho hanno abbiamo aveva avevano avere non più anche ancora già molto ogni
		tutto tutti tutte può possono deve devono cosa cos dell nell sull dall all`,
	portuguese: `o a os as um uma uns umas de do da dos das em no na nos nas ao aos à às por pelo pela pelos pelas para com sem sobre entre desde até e ou mas porque que quem qual quais
		quando como onde eu tu ele ela nós vocês você eles elas me te se lhe meu minha meus minhas seu sua seus suas nosso nossa nossos nossas este esta isto esse essa isso é são sou
		era eram foi foram ser estar está estão estava tem têm tinha ter há não já muito mais também cada todo toda todos todas pode podem deve devem`,
	dutch: `de het een en of maar want omdat dat die dit deze wie wat waar wanneer waarom hoe welke welk ik jij je hij zij ze wij we jullie mij jou hem haar ons onze hun mijn jouw zijn is
		ben bent was waren wordt worden werd werden heeft hebben had hadden heb kan kunnen moet moeten zal zullen mag mogen niet geen ook nog maar al zeer meer te tot in op aan uit bij
		met na naar van voor door over onder tussen om als dan er elke alle`,
	swedish: `en ett den det de och eller men för att som vad vem var när varför hur vilken vilket vilka jag du han hon vi ni man mig dig oss er dem min mitt mina din ditt dina sin sitt
		sina vår vårt våra är vara blir blev bli har hade ha kan kunde ska skall skulle måste vill inte också mycket mer i på av till från med om under över mellan efter utan vid
		denna detta dessa alla varje`,
	danish: `en et den det de og eller men for at som hvad hvem hvor hvornår hvorfor hvordan hvilken hvilket hvilke jeg du han hun vi man mig dig os jer dem min mit mine din dit dine
		sin sit sine vores er være var bliver blev har havde have kan kunne skal skulle må vil ikke også meget mere i på af til fra med om under over mellem efter uden ved denne dette
		disse alle hver`,
	polish: `i a oraz lub albo ale bo więc że żeby aby gdy kiedy jeśli jak jaki jaka jakie gdzie dlaczego czemu kto kogo komu co czego który która które którzy którego której ja ty on ona
		ono my wy oni one mnie mi ciebie ci jego jej go mu nas nam was wam ich im mój moja moje swój swoje swoją nasz nasza nasze naszych naszej naszego jest są był była było były być
		będzie będą ma mają miał nie tak też także już jeszcze tylko bardzo więcej się to ten ta te tego tej tych tym w we z ze na do od dla po za przed przy przez pod nad między o u
		bez każdy każda każde każdego trzeba można czy sam`,
	russian: `и а но или да не ни же бы ли то что чтобы как где когда почему зачем кто кого кому чем какой какая какое какие каком какого который которая которое которые я ты он она оно
		мы вы они меня мне тебя тебе его ему её ей нас нам вас вам их им мой моя мои наш наша наше наши наших нашей свой своя свои это этот эта эти этого этой тот та те того есть быть
		был была было были будет будут в во на с со к ко у о об от до из за для по при под над без через между после перед если так уже ещё еще только очень каждый каждую каждое можно
		нужно надо потому`,
	arabic: `في من إلى على عن مع بين بعد قبل حتى منذ عند أن إن لأن لكن أو ثم هل ما ماذا لماذا متى أين كيف كم أي من الذي التي الذين هذا هذه ذلك تلك هو هي هم نحن أنا أنت كان كانت
		يكون تكون ليس لا لم لن قد كل بعض غير إذا حين و ف ب ل`,
	hindi: `का की के को में से पर ने और या लेकिन कि जो है हैं था थी थे हो होता होती होते हुआ हुई हुए गया गई गए रहा रही रहे कर करना करने किया करते लिए तक भी ही तो न नहीं यह वह ये वे
		इस उस इन उन हम हमारे हमारा हमारी मैं मेरा मेरे मेरी आप आपका तुम क्या क्यों कब कहाँ कहां कैसे कौन किस किसी कितना कितनी कितने चाहिए जाता जाती जाते जा एक अब अपने वाले वाली वाला साथ`,
}

// alsoEnglish are grammar words that English texts also have, as words, names or abbreviations. They show no language.
var alsoEnglish = set(`die war man will hat bin des mit so was in an am im um es ins er den dem ob da on me he her his for at all had have over under under of or men have is i a as no we
	do dos al to te u e o y d s t l m n c j be son sans plus car par pour sur ton ta as tu mi ma os nos se si no son soy era fue ser per con tra fra in come due are sole more ai
	sui sue con i mine din sit dine min of hen de en la le el los las van von der du da di del vi ni ha ho lo il un os et co on my we was im go mu one ten to by po
	dir non var till em na se ne av als z w`)

// particles also occur in names of people and places. One or two of them in a text show nothing.
var particles = set(`de la le el los las du da do di del der den des al en et un il lo ha ho`)

func set(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}
