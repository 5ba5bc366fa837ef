import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A statement that a test had the server make, and the file of the server that made it. */
export interface Captured {
  file: string;
  sql: string;
}

const SOURCE = /apps\/server\/(src\/[\w/.-]+\.ts)/;
const NOT_ASKED = /^\s*(begin|commit|rollback|savepoint|release|start transaction|set |listen|unlisten|fetch|close)/i;
/** What tests ask themselves is looked at so often, in case the server asks it too. */
const ATTEMPTS_MAX = 3;
/** Kysely alone puts a dozen calls between a query and who asked for it. */
const FRAMES = 40;

const state = globalThis as { tercetCaptures?: boolean };

/** Notes each statement once in which the server's own code is the nearest of ours on the stack; tests' own are not. */
export function captureStatements(folder: string): void {
  if (state.tercetCaptures) return;
  state.tercetCaptures = true;
  const path = join(folder, `${process.pid}.jsonl`);
  const seen = new Set<string>();
  const attempts = new Map<string, number>();
  const query = pg.Client.prototype.query as (...of: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...of: unknown[]) {
    const [first] = of;
    const sql = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
    if (typeof sql === 'string' && !seen.has(sql) && !NOT_ASKED.test(sql)) {
      const file = askerOf();
      const count = (attempts.get(sql) ?? 0) + 1;
      attempts.set(sql, count);
      if (file !== null || count === ATTEMPTS_MAX) seen.add(sql);
      if (file !== null) {
        appendFileSync(path, `${JSON.stringify({ file, sql } satisfies Captured)}\n`);
      }
    }
    return query.apply(this, of);
  } as typeof pg.Client.prototype.query;
}

function askerOf(): string | null {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = before;
  for (const line of stack.split('\n').slice(1)) {
    if (line.includes('node_modules') || line.includes('tests/buckets') || line.includes('src/db/')) continue;
    const file = SOURCE.exec(line)?.[1];
    if (file) return file;
    if (/apps\/server\/tests\/|\/dev\//.test(line)) return null;
  }
  return null;
}
