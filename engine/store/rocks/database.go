package rocks

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linxGnu/grocksdb"

	"asterism/engine/store"
)

// database owns everything of RocksDB that must be freed, and frees it in the one order that does not abort the
// process: column-family handles, then the database, then the options and caches that it was opened with.
type database struct {
	db      *grocksdb.DB
	handles []*grocksdb.ColumnFamilyHandle // by family
	cache   *grocksdb.Cache
	options []*grocksdb.Options // by family; the first is also the database's
	tables  *grocksdb.BlockBasedTableOptions
	write   *grocksdb.WriteOptions
	lazy    *grocksdb.WriteOptions // for writes that a log on disk contains already
	layout  layout
	harm    harm
}

func openDatabase(dir string, readOnly bool, b budget, damaged []family) (*database, error) {
	d := &database{cache: grocksdb.NewLRUCache(b.cache), tables: grocksdb.NewDefaultBlockBasedTableOptions(), write: grocksdb.NewDefaultWriteOptions(), lazy: grocksdb.NewDefaultWriteOptions()}
	d.write.SetSync(true)
	d.tables.SetBlockCache(d.cache)
	d.tables.SetBlockSize(16 << 10)
	d.tables.SetFormatVersion(5)
	d.tables.SetFilterPolicy(grocksdb.NewBloomFilter(10))
	d.tables.SetCacheIndexAndFilterBlocks(true) // otherwise they grow with the store, outside the cache's limit
	d.tables.SetCacheIndexAndFilterBlocksWithHighPriority(true)
	d.tables.SetPinL0FilterAndIndexBlocksInCache(true)
	for range families {
		d.options = append(d.options, newOptions(d.tables, b))
	}
	for f := range families {
		family(f).tune(d.options[f])
	}
	for _, f := range damaged {
		d.options[f].SetDisableAutoCompactions(true)
		d.harm.families.Store(f, true)
	}
	if err := d.open(dir, readOnly); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

func newOptions(tables *grocksdb.BlockBasedTableOptions, b budget) *grocksdb.Options {
	o := grocksdb.NewDefaultOptions()
	o.SetBlockBasedTableFactory(tables)
	o.SetCreateIfMissing(true)
	o.SetCreateIfMissingColumnFamilies(true)
	o.SetWriteBufferSize(b.buffers / 2)
	o.SetDbWriteBufferSize(b.buffers)
	o.SetArenaBlockSize(64 << 10) // each family takes at least one block of the shared budget, full or not
	o.SetMaxTotalWalSize(b.wal)
	o.SetMaxBackgroundJobs(b.jobs)
	o.SetMaxOpenFiles(b.files)
	o.SetTableCacheNumshardbits(shardBits(b.files))
	o.SetMaxFileOpeningThreads(1) // otherwise RocksDB starts as many per family, even for one file
	o.SetLevelCompactionDynamicLevelBytes(true)
	o.SetBytesPerSync(1 << 20)
	// A record that is cut off at the end of the log was never acknowledged. Damage before the end would lose
	// acknowledged memories: then opening fails with an error.
	o.SetWALRecoveryMode(grocksdb.TolerateCorruptedTailRecordsRecovery)
	o.SetMaxLogFileSize(4 << 20)
	o.SetKeepLogFileNum(2)
	o.SetInfoLogLevel(grocksdb.WarnInfoLogLevel)
	o.SetStatsDumpPeriodSec(0)
	o.SetStatsPersistPeriodSec(0)
	return o
}

// mostLogRaces is how often opening is tried again because another process removed RocksDB's message log first: that many processes may wait for the
// store at once.
const mostLogRaces = 100

func (d *database) open(dir string, readOnly bool) (err error) {
	for range mostLogRaces {
		if readOnly {
			d.db, d.handles, err = grocksdb.OpenDbForReadOnlyColumnFamilies(d.options[0], dir, families, d.options, false)
		} else {
			d.db, d.handles, err = grocksdb.OpenDbColumnFamilies(d.options[0], dir, families, d.options)
		}
		if !lostLogRace(err) {
			break
		}
	}
	return rocksError(err)
}

// lostLogRace reports whether opening failed before it reached the lock, because another process that opens the store moved or removed the same old message log (LOG,
// LOG.old.N).
func lostLogRace(err error) bool {
	const log = string(filepath.Separator) + "LOG"
	return err != nil && strings.Contains(err.Error(), "No such file or directory") && (strings.Contains(err.Error(), log+".old.") || strings.Contains(err.Error(), log+":"))
}

// checkFamilies refuses a database that has families this program does not know: a later program created them.
func checkFamilies(dir string) error {
	o := grocksdb.NewDefaultOptions()
	defer o.Destroy()
	names, err := grocksdb.ListColumnFamilies(o, dir)
	if err != nil {
		return rocksError(err)
	}
	for _, name := range names {
		if !slices.Contains(families, name) {
			return fmt.Errorf("%w: it has the column family %q", store.ErrNewer, name)
		}
	}
	return nil
}

// put writes one key, synced. It is for the few values that do not belong to memories.
func (d *database) put(f family, key, value []byte) error {
	return d.apply([]op{{family: f, key: key, value: value}})
}

// apply writes all operations as one batch, synced: after a crash all of them are stored, or none.
func (d *database) apply(ops []op) error { return d.applyBy(d.write, ops) }

func (d *database) applyBy(how *grocksdb.WriteOptions, ops []op) error {
	batch := grocksdb.NewWriteBatch()
	defer batch.Destroy()
	for _, o := range ops {
		if o.value == nil {
			batch.DeleteCF(d.handles[o.family], o.key)
		} else {
			batch.PutCF(d.handles[o.family], o.key, o.value)
		}
	}
	err := rocksError(d.db.Write(how, batch))
	if errors.Is(err, store.ErrDamaged) && d.harm.onRefused != nil {
		d.harm.onRefused(err)
	}
	return err
}

// buffered returns the bytes of writes that are not yet in sorted files: what the next start would read from the log.
func (d *database) buffered() (sum uint64) {
	for _, h := range d.handles {
		n, _ := d.db.GetIntPropertyCF("rocksdb.cur-size-all-mem-tables", h)
		sum += n
	}
	return sum
}

// flush moves all writes into sorted files, so that the next start has no log to read. Durability does not depend on it.
func (d *database) flush() error {
	o := grocksdb.NewDefaultFlushOptions()
	defer o.Destroy()
	for _, h := range d.handles {
		if err := d.db.FlushCF(h, o); err != nil {
			return rocksError(err)
		}
	}
	return nil
}

func (d *database) close() {
	if d.tables == nil { // reopening failed
		return
	}
	for _, h := range d.handles {
		h.Destroy()
	}
	if d.db != nil {
		d.db.Close()
	}
	for _, o := range d.options {
		o.Destroy()
	}
	d.tables.Destroy()
	d.cache.Destroy()
	d.write.Destroy()
	d.lazy.Destroy()
	d.db, d.handles, d.options, d.tables = nil, nil, nil, nil
}

var errNoKey = errors.New("key does not exist")
