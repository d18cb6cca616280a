package models

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// stated is what the catalogue says of a space that other packages compute with, or tell a person, by the names of testdata/catalogue.txt.
func stated(c *Info) map[string]string {
	w, a, p := c.Weights, c.Auto, c.Prior
	out := map[string]string{"group": Evidences[c.Evidence], "advice.issue": c.Advice.Issue, "advice.goal": c.Advice.Goal, "advice.centre": c.Advice.Centre}
	for name, v := range map[string]float64{
		"weight.semantic": w.Semantic, "weight.causal": w.Causal, "weight.code": w.Code, "weight.temporal": w.Temporal, "weight.fact": w.Fact,
		"weight.balanced": w.Balanced, "auto.semantic": a.Meaning, "auto.code": a.Code, "auto.long": a.Long,
		"typical.mean": c.Typical.Mean, "typical.deviation": c.Typical.Deviation,
		"prior.mean": p.Mean, "prior.spread": p.Spread, "prior.link": p.Link, "prior.shrink": p.Shrink, "signs": float64(c.Signs),
	} {
		out[name] = fmt.Sprint(v) // the shortest text that reads back as the same bits
	}
	return out
}

// TestCatalogueKeepsItsNumbers: what the catalogue says of a space changes only together with testdata/catalogue.txt. A space that the file
// does not have yet is left alone.
func TestCatalogueKeepsItsNumbers(t *testing.T) {
	text, err := os.ReadFile("testdata/catalogue.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3)
		s, err := ParseSpace(parts[0])
		if err != nil {
			t.Fatal(err)
		}
		lines[parts[0]]++
		got, ok := stated(&Catalog[s])[parts[1]]
		if !ok || got != parts[2] {
			t.Errorf("%s: the catalogue has %s %q, the file %q", s, parts[1], got, parts[2])
		}
	}
	for code, n := range lines {
		if want := len(stated(&Catalog[0])); n != want {
			t.Errorf("the file has %d lines of %s, want %d", n, code, want)
		}
	}
}

// optional are the fields of Info that an entry may leave out. TestEntriesMakeSense says when.
var optional = []string{"Full", "Licence", "Free", "Multilingual", "Signs"}

// TestEntriesNameEveryField: a field that is left out would silently be 0.
func TestEntriesNameEveryField(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "catalog.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string][]string{}
	for _, v := range []any{Info{}, Weights{}, AutoWeights{}, Scale{}, Prior{}, Advice{}} {
		typ := reflect.TypeOf(v)
		for i := range typ.NumField() {
			fields[typ.Name()] = append(fields[typ.Name()], typ.Field(i).Name)
		}
	}
	entries, rest := 0, 0
	check := func(space, typ string, lit *ast.CompositeLit) {
		var named []string
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				named = append(named, kv.Key.(*ast.Ident).Name)
			}
		}
		for _, want := range fields[typ] {
			if !slices.Contains(named, want) && !(typ == "Info" && slices.Contains(optional, want)) {
				t.Errorf("%s: the entry of %s says no %s.%s", fset.Position(lit.Pos()), space, typ, want)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != "Catalog" {
			return true
		}
		for _, e := range spec.Values[0].(*ast.CompositeLit).Elts {
			kv := e.(*ast.KeyValueExpr)
			space := kv.Key.(*ast.Ident).Name
			check(space, "Info", kv.Value.(*ast.CompositeLit))
			entries++
			ast.Inspect(kv.Value, func(n ast.Node) bool {
				if lit, ok := n.(*ast.CompositeLit); ok && lit.Type != nil {
					check(space, lit.Type.(*ast.Ident).Name, lit)
					rest++
				}
				return true
			})
		}
		return false
	})
	if entries != Count || rest != 5*Count {
		t.Errorf("%d entries with %d literals in them were found, want %d and %d", entries, rest, Count, 5*Count)
	}
}

// TestEntriesMakeSense: what no compiler can check in an entry.
func TestEntriesMakeSense(t *testing.T) {
	names := map[string]bool{}
	for i := range Catalog {
		c, w := &Catalog[i], Catalog[i].Weights
		learned := c.Origin == FromModel
		for what, wrong := range map[string]bool{
			"Space is that of another place":                         c.Space != Space(i),
			"Name is empty or another's":                             c.Name == "" || names[c.Name],
			"About is empty":                                         c.About == "",
			"Width is not above 0":                                   c.Width < 1,
			"Evidence has no name":                                   int(c.Evidence) >= len(Evidences),
			"Full or Licence is missing, or no model has it":         (c.Full != "") != learned || (c.Licence != "") != learned,
			"a weight of a named profile is not above 0":             min(w.Semantic, w.Causal, w.Code, w.Temporal, w.Fact, w.Balanced) <= 0,
			"a space of time weighs in a question without a time":    c.Origin == FromTime && c.Auto != AutoWeights{},
			"Auto has a weight below 0":                              min(c.Auto.Meaning, c.Auto.Code, c.Auto.Long) < 0,
			"Typical.Deviation is not above 0":                       c.Typical.Deviation <= 0,
			"Prior has a number that is not above 0":                 min(c.Prior.Mean, c.Prior.Spread, c.Prior.Link) <= 0,
			"Signs is no multiple of 128 up to Width":                c.Signs%128 != 0 || c.Signs > c.Width,
			"Signs is missing, or there is no dense vector of them":  (c.Signs > 0) != (c.Vectors() > 0),
			"a text of Advice is empty":                              c.Advice.Issue == "" || c.Advice.Goal == "" || c.Advice.Centre == "",
			"Advice.Issue does not name the reference (%s) one time": strings.Count(c.Advice.Issue, "%s") != 1,
		} {
			if wrong {
				t.Errorf("%s: %s", Space(i), what)
			}
		}
		names[c.Name] = true
	}
}

// TestDenseColumnsAreCounted: the columns are numbered without a gap, and DenseColumns says how many there are.
func TestDenseColumnsAreCounted(t *testing.T) {
	var all []int
	for _, c := range Columns {
		all = append(all, c...)
	}
	for i, c := range all {
		if i != c {
			t.Fatalf("columns %v", all)
		}
	}
	if len(all) != DenseColumns {
		t.Errorf("the catalogue has %d dense vectors from models: write DenseColumns = %[1]d in catalog.go, not %d", len(all), DenseColumns)
	}
}
