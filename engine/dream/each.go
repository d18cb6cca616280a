package dream

import (
	"context"

	"asterism/engine/caught"
)

// block is how many rows are compared at a time. In one space 2,000 rows are 768 KiB, which a processor keeps beside it; all spaces are ten times that.
const block = 8

// eachBlock is [each] for blocks of rows that follow each other.
func eachBlock(ctx context.Context, rows, workers int, fn func(rows []int) error) error {
	return each(ctx, (rows+block-1)/block, workers, func(i int) error {
		var list []int
		for row := i * block; row < min(rows, (i+1)*block); row++ {
			list = append(list, row)
		}
		return fn(list)
	})
}

// each calls fn for every row from 0, on so many goroutines. It ends at the first error, and between rows when ctx does.
func each(ctx context.Context, rows, workers int, fn func(row int) error) error {
	group, ctx := caught.WithContext(ctx)
	for w := range workers {
		group.Go(func() error {
			for row := w; row < rows; row += workers {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := fn(row); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
