package compare

import (
	"strconv"
	"strings"
)

// momentAt returns a time of day: 14:00, 2 pm, 2:30 p.m., 14 Uhr, noon.
func momentAt(all []token, i int) (amount, bool) {
	t := &all[i]
	hour, minute, second := 0, 0, 0
	switch {
	case t.kind == Time && t.stem == "noon":
		return amount{i, i + 1, moment, 12 * 3600, 12 * 3600}, true
	case t.kind == Time && t.stem == "midnight":
		return amount{i, i + 1, moment, 0, 0}, true
	case t.kind == Time && clock.MatchString(t.stem):
		parts := strings.Split(t.stem, ":")
		hour, minute = atoi(parts[0]), atoi(parts[1])
		if len(parts) > 2 {
			second = atoi(parts[2])
		}
	case t.kind == Number && len(t.stem) <= 2 && i+1 < len(all) && !t.stop && (half(&all[i+1]) != "" || partOfDay(all, i+1) != "" || lowered(all[i+1].text) == "uhr"):
		hour = atoi(t.stem)
	default:
		return amount{}, false
	}
	a := amount{from: i, end: i + 1, of: moment}
	if a.end < len(all) && !t.stop {
		if h := half(&all[a.end]); h != "" {
			if hour < 1 || hour > 12 {
				return amount{}, false
			}
			hour %= 12
			if h == "pm" {
				hour += 12
			}
			a.end++
		} else if part := partOfDay(all, a.end); part != "" {
			if hour < 1 || hour > 12 {
				return amount{}, false
			}
			if hour %= 12; part == "afternoon" || part == "evening" {
				hour += 12
			}
			for lowered(all[a.end].text) != part {
				a.end++
			}
			a.end++
		} else if lowered(all[a.end].text) == "uhr" {
			a.end++
		}
	}
	if hour > 24 || minute > 59 || second > 59 {
		return amount{}, false
	}
	a.value = float64(hour%24*3600 + minute*60 + second)
	a.other = a.value
	return a, true
}

// partOfDay returns the part of the day behind an hour: "two in the morning"; "": there is none.
func partOfDay(all []token, i int) string {
	if all[i].stem != "in" {
		return ""
	}
	for j := i + 1; j < len(all) && j <= i+2 && !all[j-1].stop; j++ {
		switch word := lowered(all[j].text); word {
		case "morning", "afternoon", "evening":
			return word
		case "the":
		default:
			return ""
		}
	}
	return ""
}

// half returns the half of the day of a token: "am", "pm", or "".
func half(t *token) string {
	if t.stem == "am" || t.stem == "pm" {
		return t.stem
	}
	return ""
}

// dateAt returns a date with a year: 2026-05-05, 5 May 2026, May 5, 2026, the 5th of May 2026. With dots the day comes first. With slashes it is read only if
// day and month cannot be confused.
func dateAt(all []token, i int) (amount, bool) {
	t := &all[i]
	if t.kind == Time && t.stem != "" && t.stem[0] >= '0' && t.stem[0] <= '9' {
		return writtenDate(t.stem, i)
	}
	month := func(at int) int {
		if at >= len(all) || all[at].kind == Quoted {
			return 0
		}
		return monthsOfYear[lowered(all[at].text)]
	}
	number := func(at, longest int) int {
		if at >= len(all) || all[at].kind != Number || len(all[at].stem) > longest {
			return 0
		}
		return atoi(all[at].stem)
	}
	if d := number(i, 2); d > 0 {
		at := i + 1
		if at < len(all) && all[at].stem == "of" {
			at++
		}
		return dayOf(i, at+2, number(at+1, 4), month(at), d)
	}
	return dayOf(i, i+3, number(i+2, 4), month(i), number(i+1, 2))
}

// writtenDate parses a date in numbers.
func writtenDate(stem string, i int) (amount, bool) {
	parts := strings.FieldsFunc(stem, func(r rune) bool { return r == '-' || r == '.' || r == '/' })
	if len(parts) != 3 || strings.Trim(strings.Join(parts, ""), "0123456789") != "" {
		return amount{}, false
	}
	a, b, c := atoi(parts[0]), atoi(parts[1]), atoi(parts[2])
	switch {
	case len(parts[0]) == 4:
		return dayOf(i, i+1, a, b, c)
	case len(parts[2]) != 4 || a <= 12 && b <= 12 && a != b && !strings.Contains(stem, "."): // day and month cannot be distinguished
		return amount{}, false
	case a > 12 || strings.Contains(stem, ".") && b <= 12: // with dots the day comes first, as in searches
		return dayOf(i, i+1, c, b, a)
	}
	return dayOf(i, i+1, c, a, b)
}

func dayOf(from, end, y, m, d int) (amount, bool) {
	if y < 1000 || m < 1 || m > 12 || d < 1 || d > 31 {
		return amount{}, false
	}
	value := float64(y*10000 + m*100 + d)
	return amount{from, end, day, value, value}, true
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// monthsOfYear maps names of months to their numbers.
var monthsOfYear = func() map[string]int {
	out := map[string]int{}
	for _, names := range []string{
		"january february march april may june july august september october november december", "jan feb mar apr may jun jul aug sep oct nov dec",
		"januar februar märz april mai juni juli august september oktober november dezember", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre", "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
	} {
		for i, name := range strings.Fields(names) {
			out[name] = i + 1
		}
	}
	out["sept"] = 9
	return out
}()
