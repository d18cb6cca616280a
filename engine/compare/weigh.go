package compare

import (
	"slices"
	"strings"
)

// Weights of tokens, by their part in the topic of a text.
const (
	ofContent = 1.
	ofName    = 1.2
	ofValue   = .5 // numbers and times: two facts with the same number may be about different things
	ofLight   = .4 // words with little meaning
)

// grammar are words without weight: articles, pronouns, prepositions, auxiliaries, conjunctions; of German, French, Spanish and Russian the most frequent ones.
var grammar = setOf(`a an the this that these those i you he she it we they me him her us them my your his its our their who whom whose which what where when why how there here
 be do have will would shall should can could may might must of to in on at by for from with without into onto out off up down over under about as than then so if unless else while and or but
 nor not no yes before after since until till during through across between among against toward towards per via within also too very just only still already yet even again ever well
 please let us not never now 's is are not any some each every all both either neither at_least at_most instead_of out_of because because mine yours own same such like get
 der das den dem des ein eine einen einem einer und oder ist sind wird werden nicht kein keine keinen mit ohne von zu zum zur im am um bis auf für in an aus bei nach vor
 le la les un une des du de et ou est sont dans sur pour avec sans ne pas plus jamais au aux à ce cette il elle en que qui se l d n qu
 el los las una y o es está están por para del al se no nunca su
 и в во на не ни но а с со по к у о об от до из за для это он она они мы вы я был была было были быть его её их`)

// light are words with little meaning.
var light = setOf("make do get have use keep take set go become put give need want show happen occur run work new old current now thing way kind lot time people user use call say see look mean come " +
	"try let help start begin change move switch raise rise fall drop grow plan")

// particles have a meaning if they end a clause.
var particles = setOf("on off up down in out over back")

// quantifiers have a small weight: they are half grammar, and reverse a sentence.
var quantifiers = setOf("all every each none always never everyone everybody nobody everything nothing some sometimes often rarely only most least more less")

// denials are words that negate, in ten languages.
var denials = setOf("not no never none nobody nothing neither nor without instead_of cannot nowhere hardly nicht kein keine keinen keinem keiner nie niemals ohne ne pas jamais sans nunca не нет никогда без ни " +
	"keines keinerlei non niet geen nooit não nem jamás ningún ninguna ninguno aucun aucune nessun nessuna nessuno inte ikke")

// roles are flags for the lists that contain a word.
type roles uint8

const (
	inDenials roles = 1 << iota
	inParticles
	inQuantifiers
	inGrammar
	inUnits
	inLight
)

// rolesOf maps each word to its lists, so that a word is looked up once.
var rolesOf = func() map[string]roles {
	out := map[string]roles{}
	for role, list := range map[roles]map[string]bool{inDenials: denials, inParticles: particles, inQuantifiers: quantifiers, inGrammar: grammar, inUnits: units, inLight: light} {
		for word := range list {
			out[word] |= role
		}
	}
	return out
}()

// weighed sets the weight and the group of each token.
func weighed(all []token) []token {
	k := known()
	for i := range all {
		t := &all[i]
		if i > 0 && t.stem == "be" && all[i-1].kind == Number && strings.EqualFold(t.text, "am") {
			t.stem = "am" // in the morning
		}
		if t.stem == "left" && goesAway(all, i) {
			t.stem = "depart"
		}
		t.key = k.groupOf(t.stem)
		if t.listed = k.number[t.key]; t.stem == "work" && atWork(all, i) {
			t.listed = 0
		}
		t.alone = t.listed > 0 && k.alone[t.stem]
		t.denied = deniedIn(t)
		t.turns = t.listed > 0 || t.denied != ""
		stem := rolesOf[t.stem]
		either := stem
		if lower := lowered(t.text); lower != t.stem {
			if stem&inParticles != 0 { // they have no other form: "UPS", "outing"
				stem = 0
			}
			either = stem | rolesOf[lower]
		}
		t.denies = t.kind != Quoted && (t.denies || either&inDenials != 0)
		switch {
		case t.sign:
			t.weight = ofValue
		case t.stem == "am": // next to a number
			t.weight = ofLight
		case states(all, i):
			t.key = k.groupOf(stemOf(stated[t.stem]))
			t.listed, t.turns = k.number[t.key], true
			t.weight = ofLight
		case isOn(all, i):
			t.key = k.groupOf(onOff[t.stem])
			t.listed, t.turns = k.number[t.key], true
			t.weight = ofLight
		case t.kind == Number || t.kind == Time:
			t.weight = ofValue
		case t.kind == Name || t.kind == Identifier || t.kind == Path || t.kind == Version:
			t.weight = ofName
		case stem&inParticles != 0 && (t.stop || i == len(all)-1): // "is down", "is on"
			t.weight = ofLight
		case either&inQuantifiers != 0:
			t.weight = ofLight
		case (either&inGrammar != 0 || t.denies) && (t.stem != "own" || strings.EqualFold(t.text, "own")): // who owns something has weight
			t.weight = 0
		case either&inUnits != 0 || stem&inLight != 0 || light[t.key]:
			t.weight = ofLight
		default:
			t.weight = ofContent
		}
	}
	deniedByLanguage(all)
	return noMore(withPrefix(all))
}

// rewritten replaces each phrase of the lists by one token, in place.
func rewritten(all []token) []token {
	k := known()
	out := all[:0] // no token is overwritten before it is read
	for i := 0; i < len(all); {
		t, n := all[i], 1
		for _, p := range k.phrases[t.stem] {
			if len(p.stems) > n && i+len(p.stems) <= len(all) && slices.EqualFunc(p.stems, all[i:i+len(p.stems)], func(s string, t token) bool { return s == t.stem }) {
				n = len(p.stems)
				t.stem = p.means
				t.kind = Word
			}
		}
		if n > 1 {
			var written []string
			for _, part := range all[i : i+n] {
				written = append(written, part.text)
			}
			t.text, t.stop = strings.Join(written, " "), all[i+n-1].stop
		}
		out = append(out, t)
		i += n
	}
	return out
}

// reach is the largest distance from a "not" to the word that it belongs to.
const reach = 4

// polarised finds the word that each "not" belongs to: the next content word in the same clause, otherwise the last one in front.
func polarised(all []token) []token {
	for i := range all {
		if !all[i].denies {
			continue
		}
		if at := scopeOf(all, i); at >= 0 {
			all[at].negated = i + 1
		}
	}
	return all
}

func scopeOf(all []token, i int) int {
	for j := i + 1; j < len(all) && j <= i+reach && !all[j-1].stop; j++ {
		if all[j].weight > 0 && !all[j].denies {
			return j
		}
	}
	for j := i - 1; j >= 0 && !all[j].stop; j-- {
		if all[j].weight > 0 && !all[j].denies {
			return j
		}
	}
	return -1
}
