import pg from 'pg';
import { expect } from 'vitest';
import { sqlState } from '../../src/db/transaction.ts';
import type { Club } from '../kit/club.ts';

/** SQLSTATEs of refusals by the database: privilege, policy, constraint or function. */
const REFUSED = ['42501', '23514', '23505', '23502', 'TC001'];

type Process = 'api' | 'draw' | 'jobs';

/** Runs plain SQL with the roles of the processes, without the server. */
export function byRole(clubOf: () => Club) {
  /** Outcome of a statement with a process's role; it is rolled back. */
  async function tried(role: Process, statement: string): Promise<{ state: string; rowCount: number | null }> {
    const client = new pg.Client({ connectionString: clubOf().database.urls[role] });
    await client.connect();
    try {
      await client.query('begin');
      // Of several statements, the last one counts.
      const results = [await client.query(statement)].flat();
      return { state: 'allowed', rowCount: results.at(-1)?.rowCount ?? null };
    } catch (error) {
      return { state: sqlState(error) ?? String(error), rowCount: null };
    } finally {
      await client.end();
    }
  }

  /** Checks that every process's role is refused the statement. */
  async function refused(statement: string): Promise<void> {
    for (const role of ['api', 'draw', 'jobs'] as const) {
      const { state } = await tried(role, statement);
      expect(REFUSED, `${role}: ${state}: ${statement}`).toContain(state);
    }
  }

  /** Checks that a process may write one row, so that refusals of variants have only the tested cause. */
  async function allowed(role: Process, statement: string): Promise<void> {
    expect(await tried(role, statement)).toEqual({ state: 'allowed', rowCount: 1 });
  }

  return { tried, refused, allowed };
}
