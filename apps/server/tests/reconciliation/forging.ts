import type { LedgerFault } from '../../src/reconciliation/fault.ts';
import { findFaults } from '../../src/reconciliation/full-pass.ts';
import { type HonestClub, shortOf } from './honest.ts';

/** Changes rows of a correct club one at a time, and restores them. */
export interface Forging {
  /**
   * Faults of the full reconciliation in the member's bucket while rows are changed. `keys`: primary key of the table.
   */
  changed(table: string, keys: readonly string[], where: string, change: string): Promise<string[]>;
  /** The same while rows are missing. */
  removed(table: string, where: string): Promise<string[]>;
  /** Current faults in short form. */
  all(): Promise<string[]>;
}

export function forgingOf({ club, deps, mira }: HonestClub, more: Partial<HonestClub['deps']> = {}): Forging {
  const owner = (text: string, values: unknown[] = []) => club.owner.query(text, values);
  async function all(): Promise<string[]> {
    const found: LedgerFault[] = [];
    await findFaults({ ...deps, ...more }, [mira.bucket, mira.bucket], 'all', found);
    return found.map(shortOf).sort();
  }

  async function rowsOf(table: string, where: string): Promise<Record<string, unknown>[]> {
    const { rows } = await owner(`select to_jsonb(t) as row from ${table} t where ${where}`);
    if (rows.length === 0) throw new Error(`${table} has no row where ${where}`);
    return rows.map(({ row }) => row);
  }

  return {
    all,
    async changed(table, keys, where, change) {
      const rows = await rowsOf(table, where);
      await owner(`update ${table} t set ${change} where ${where}`);
      const found = await all();
      const columns = Object.keys(rows[0] ?? {}).map((name) => `"${name}" = r."${name}"`);
      const same = keys.map((name) => `t."${name}" = r."${name}"`).join(' and ');
      await owner(
        `update ${table} t set ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1) r where ${same}`,
        [JSON.stringify(rows)],
      );
      return found;
    },
    async removed(table, where) {
      const rows = await rowsOf(table, where);
      await owner(`delete from ${table} t where ${where}`);
      const found = await all();
      await owner(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(rows),
      ]);
      return found;
    },
  };
}
