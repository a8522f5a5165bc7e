import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedCopy, openCopy, type LevelCopy } from './level-copy.js';
import { findDamagedTables } from './table-checksums.js';

/** A copy is not opened because of damaged tables. Its other tables can be read. */
export class DamagedTables extends DamagedCopy {}

/** LevelDB leaves files with unknown names alone. */
const ASIDE = '.damaged';

/**
 * Checks the tables of a copy and opens it.
 *
 * A process that ends during a compaction leaves unfinished tables, which do not belong to the database. LevelDB opens
 * without them, and refuses to open without a table that belongs to the database.
 *
 * @throws DamagedTables or DamagedCopy
 */
export async function openCheckedCopy(path: string): Promise<LevelCopy> {
  const tables = (await findDamagedTables(path)).map((name) => join(path, name));
  if (tables.length === 0) return openCopy(path, { isNew: false });
  for (const table of tables) await rename(table, table + ASIDE);
  try {
    const copy = await openCopy(path, { isNew: false });
    for (const table of tables) await rm(table + ASIDE);
    return copy;
  } catch (error) {
    for (const table of tables) await rename(table + ASIDE, table);
    throw error instanceof DamagedCopy ? new DamagedTables(error.message) : error;
  }
}
