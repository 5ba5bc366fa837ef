import pg from 'pg';
import { expect } from 'vitest';
import { sqlState } from '../../src/db/transaction.ts';
import type { Club } from '../kit/club.ts';

/** Refused for want of a right, by a policy or by a check: each of them by the database itself. */
const REFUSED = ['42501', '23514', '23505', '23502', 'TC001'];

type Process = 'api' | 'draw' | 'jobs';

/** What the processes' roles may do with plain SQL, past the server. */
export function byRole(clubOf: () => Club) {
  /** What a process's role gets for a statement; nothing of it stays. */
  async function tried(role: Process, statement: string): Promise<{ state: string; rowCount: number | null }> {
    const client = new pg.Client({ connectionString: clubOf().database.urls[role] });
    await client.connect();
    try {
      await client.query('begin');
      // Of several statements the last counts.
      const results = [await client.query(statement)].flat();
      return { state: 'allowed', rowCount: results.at(-1)?.rowCount ?? null };
    } catch (error) {
      return { state: sqlState(error) ?? String(error), rowCount: null };
    } finally {
      await client.end();
    }
  }

  /** However it is put, and whichever process it is that says it. */
  async function refused(statement: string): Promise<void> {
    for (const role of ['api', 'draw', 'jobs'] as const) {
      const { state } = await tried(role, statement);
      expect(REFUSED, `${role}: ${state}: ${statement}`).toContain(state);
    }
  }

  /** What a process may write in its step, so that it is not refused for another reason than the one meant. */
  async function allowed(role: Process, statement: string): Promise<void> {
    expect(await tried(role, statement)).toEqual({ state: 'allowed', rowCount: 1 });
  }

  return { tried, refused, allowed };
}
