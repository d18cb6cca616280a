package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// bare are functions that start goroutines which need no net where they begin, with the reason.
var bare = map[string]string{
	"engine/sched Close":              "it waits",
	"engine/search/gpu run":           "it waits",
	"mcp/tooldrift finish":            "it waits",
	"mcp/tooldrift notice":            "it waits",
	"mcp/tooldrift retire":            "it waits",
	"mcp/tooldrift watch":             "it waits",
	"mcp/wire finish":                 "it waits",
	"engine/backend/lazy state":       "openSpace catches what opens",
	"engine/sched New":                "keepRunning catches a worker",
	"engine/store/rocks newCommitter": "commit catches each batch",
	"kernels/cuda/check parallel":     "it draws numbers for checks, each of which is a process of its own",
}

// others are packages that catch panics themselves, or that only tests and benchmarks run.
var others = []string{
	"engine/caught", "engine/background", "engine/backend/suite", "engine/search/replicasuite", "engine/store/suite",
	"models/drawn/profile", "models/drawn/reference",
}

// TestNoPanicOfAGoroutineEndsTheProcess: what runs in a goroutine of the program goes through package caught, in which a panic becomes an error. A panic elsewhere takes everybody's work with it.
func TestNoPanicOfAGoroutineEndsTheProcess(t *testing.T) {
	used := map[string]bool{}
	for _, top := range []string{"engine", "mcp", "cmd", "kernels", "models"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			dir, _ := filepath.Rel(root, filepath.Dir(path))
			for _, decl := range f.Decls {
				fn, ok := decl.(*ast.FuncDecl)
				if !ok || slices.Contains(others, dir) || slices.Contains(others, dir+" "+fn.Name.Name) {
					continue
				}
				for _, at := range unguarded(fn) {
					where := dir + " " + fn.Name.Name
					used[where] = true
					if bare[where] == "" {
						t.Errorf("%v: %s starts a goroutine whose panic would end the process: see package engine/caught", set.Position(at), where)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for where := range bare {
		if !used[where] {
			t.Errorf("%s needs no exception any more", where)
		}
	}
}

// unguarded are the places where a function starts goroutines that do not go through caught.
func unguarded(fn *ast.FuncDecl) (out []token.Pos) {
	safe := map[string]bool{} // variables that hold groups of caught, or functions that catch
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			name, plain := n.Lhs[0].(*ast.Ident)
			call, calls := n.Rhs[0].(*ast.CallExpr)
			_, function := n.Rhs[0].(*ast.FuncLit)
			if plain && (calls && ofCaught(call) || function && mentionsCaught(n.Rhs[0])) {
				safe[name.Name] = true
			}
		case *ast.GoStmt:
			if !mentionsCaught(n.Call) {
				out = append(out, n.Pos())
			}
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Go" && len(n.Args) == 1 {
				group, _ := s.X.(*ast.Ident)
				work, _ := n.Args[0].(*ast.Ident)
				if !(group != nil && safe[group.Name] || work != nil && safe[work.Name] || mentionsCaught(n.Args[0])) {
					out = append(out, n.Pos())
				}
			}
		}
		return true
	})
	return out
}

func ofCaught(call *ast.CallExpr) bool {
	s, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	name, ok := s.X.(*ast.Ident)
	return ok && name.Name == "caught"
}

// groupOfCaught reports whether a call makes a group of goroutines.
func groupOfCaught(call *ast.CallExpr) bool {
	return ofCaught(call) && slices.Contains([]string{"NewGroup", "WithContext"}, call.Fun.(*ast.SelectorExpr).Sel.Name)
}

func mentionsCaught(n ast.Node) (yes bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && ofCaught(call) {
			yes = true
		}
		return !yes
	})
	return yes
}
