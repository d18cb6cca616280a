// What grocksdb v1.7.14 calls and RocksDB 8 and 9 no longer have in that form: five functions of rocksdb/c.h. Asterism calls
// none of them, but the binding does not compile without them. Where the machine's RocksDB is 8.0 to 9.10, build-rocksdb.sh puts
// this file into a folder in front of the header's own; with RocksDB 7 it is not used.
#ifndef ASTERISM_ROCKSDB_C_H
#define ASTERISM_ROCKSDB_C_H

// What some of these versions still have, or have with other parameters, gets another name while the header is read.
#define rocksdb_options_set_plain_table_factory asterism_newer_plain_table_factory
#define rocksdb_options_set_access_hint_on_compaction_start asterism_older_set_access_hint
#define rocksdb_options_get_access_hint_on_compaction_start asterism_older_get_access_hint
#define rocksdb_enable_file_deletions asterism_newer_enable_file_deletions
#include_next <rocksdb/c.h>
#undef rocksdb_enable_file_deletions
#undef rocksdb_options_set_plain_table_factory
#undef rocksdb_options_set_access_hint_on_compaction_start
#undef rocksdb_options_get_access_hint_on_compaction_start

#include <stdio.h>
#include <stdlib.h>

// Whoever begins to call one of them learns it with the first call, not by a table that is read wrong.
static inline void asterism_not_there(const char *name) {
  fprintf(stderr, "asterism: %s does not exist in this RocksDB\n", name);
  abort();
}

static inline void rocksdb_options_set_plain_table_factory(rocksdb_options_t *options, uint32_t key_length, int bloom_bits,
                                                           double hash_ratio, size_t sparseness) {
  (void)options, (void)key_length, (void)bloom_bits, (void)hash_ratio, (void)sparseness;
  asterism_not_there("rocksdb_options_set_plain_table_factory with five parameters");
}

static inline void rocksdb_block_based_options_set_block_cache_compressed(rocksdb_block_based_table_options_t *options,
                                                                          rocksdb_cache_t *cache) {
  (void)options, (void)cache;
  asterism_not_there("rocksdb_block_based_options_set_block_cache_compressed");
}

static inline void rocksdb_enable_file_deletions(rocksdb_t *db, unsigned char force, char **error) {
  (void)db, (void)force, (void)error;
  asterism_not_there("rocksdb_enable_file_deletions with three parameters");
}

static inline void rocksdb_options_set_access_hint_on_compaction_start(rocksdb_options_t *options, int hint) {
  (void)options, (void)hint;
  asterism_not_there("rocksdb_options_set_access_hint_on_compaction_start");
}

static inline int rocksdb_options_get_access_hint_on_compaction_start(rocksdb_options_t *options) {
  (void)options;
  asterism_not_there("rocksdb_options_get_access_hint_on_compaction_start");
  return 0;
}

#endif
