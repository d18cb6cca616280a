//go:build !linux

package cluster

import (
	"context"
	"errors"

	"asterism/bench/report"
)

func run(context.Context, *report.Args) error {
	return errors.New("the hosts of a cluster are network namespaces, which Linux alone has")
}
