package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// profileFigures are the parts of names by which ncu's figures are kept: time, what share of it the tensor and the XU pipes are at work (XU makes exponents, roots and conversions), what warps
// wait for, and what goes through L2 (sectors have 32 bytes) and memory. Of others there are some two hundred.
var profileFigures = []string{"gpu__time_duration.sum", "pipe_tensor", "pipe_xu", "issue_stalled", "lts__t_bytes.sum", "lts__t_sectors_op_read.sum", "lts__t_sectors_op_write.sum",
	"lts__t_sector_hit_rate.pct", "dram__bytes_read.sum", "dram__bytes_write.sum", "sm__throughput.avg.pct_of_peak_sustained_elapsed"}

// profiledLaunch is a launch as the profiler saw it.
type profiledLaunch struct {
	kernel string
	values []profiledValue
}

type profiledValue struct {
	name, unit string
	value      float64
}

// parseProfile reads what ncu writes with --csv --page raw: lines of its own beginning with ==, a line of names, one of units, and one a launch. A figure that this GPU does not have is left out.
func parseProfile(r io.Reader) (out []profiledLaunch, err error) {
	table, err := csvOf(r)
	if err != nil {
		return nil, err
	}
	if len(table) < 3 {
		return nil, fmt.Errorf("%d lines of a table, want names, units and launches", len(table))
	}
	names, units := table[0], table[1]
	kernel := -1
	for i, n := range names {
		if n == "Kernel Name" {
			kernel = i
		}
	}
	if kernel < 0 {
		return nil, errors.New(`no column is called "Kernel Name"`)
	}
	for _, row := range table[2:] {
		if len(row) != len(names) || len(units) != len(names) {
			return nil, fmt.Errorf("a line of %d columns and one of %d units below %d names", len(row), len(units), len(names))
		}
		l := profiledLaunch{kernel: row[kernel]}
		for i, name := range names {
			value, err := strconv.ParseFloat(strings.ReplaceAll(row[i], ",", ""), 64)
			if wantedFigure(name) && err == nil && value == value {
				l.values = append(l.values, profiledValue{name, units[i], value})
			}
		}
		out = append(out, l)
	}
	return out, nil
}

func wantedFigure(name string) bool {
	for _, f := range profileFigures {
		if strings.Contains(name, f) && !strings.Contains(name, "breakdown") {
			return true
		}
	}
	return false
}

// csvOf leaves out what is no line of the table: messages of the profiler and the program.
func csvOf(r io.Reader) ([][]string, error) {
	var kept strings.Builder
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 4<<20) // the names are a line of some ten thousand bytes
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), `"`) {
			kept.WriteString(lines.Text() + "\n")
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	c := csv.NewReader(strings.NewReader(kept.String()))
	c.FieldsPerRecord = -1
	return c.ReadAll()
}
