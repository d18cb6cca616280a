package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"

	"github.com/tailscale/hujson"
)

// onlyOurHooksChanged returns an error unless everything in the file except our hooks is the same before and after.
func onlyOurHooksChanged(before, after []byte, ours func(string) bool) error {
	var sides [2]map[string]any
	for i, text := range [][]byte{before, after} {
		plain, err := hujson.Standardize(bytes.Clone(text))
		if err == nil {
			err = json.Unmarshal(plain, &sides[i])
		}
		if err != nil {
			return err
		}
	}
	stays := emptyStays(sides[0], sides[1])
	withoutOurs(sides[0], ours)
	withoutOurs(sides[1], ours)
	if !stays || !reflect.DeepEqual(sides[0], sides[1]) {
		return errors.New("the change would touch something else")
	}
	return nil
}

// emptyStays reports whether every list and group without hooks before the change still exists. withoutOurs sees neither.
func emptyStays(before, after map[string]any) bool {
	was, _ := before[hooksKey].(map[string]any)
	is, _ := after[hooksKey].(map[string]any)
	for event, v := range was {
		groups, isList := v.([]any)
		later, there := is[event]
		if isList && len(groups) == 0 && !there || emptyGroups(groups) > emptyGroups(later) {
			return false
		}
	}
	return true
}

func emptyGroups(event any) (n int) {
	groups, _ := event.([]any)
	for _, g := range groups {
		group, _ := g.(map[string]any)
		if all, isList := group["hooks"].([]any); isList && len(all) == 0 {
			n++
		}
	}
	return n
}

// withoutOurs removes our hooks from settings, and then empty groups and lists, which run nothing.
func withoutOurs(root map[string]any, ours func(string) bool) {
	events, ok := root[hooksKey].(map[string]any)
	if !ok {
		return
	}
	for event, v := range events {
		groups, ok := v.([]any)
		if !ok {
			continue
		}
		var kept []any
		for _, g := range groups {
			group, _ := g.(map[string]any)
			all, isList := group["hooks"].([]any)
			all = slices.DeleteFunc(all, func(h any) bool {
				o, _ := h.(map[string]any)
				command, _ := o["command"].(string)
				return ours(command)
			})
			if isList {
				group["hooks"] = all
			}
			if !isList || len(all) > 0 {
				kept = append(kept, g)
			}
		}
		if events[event] = kept; len(kept) == 0 {
			delete(events, event)
		}
	}
	if len(events) == 0 {
		delete(root, hooksKey)
	}
}
