import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A statement that the server executed in a test, and the server file that it comes from. */
export interface Captured {
  file: string;
  sql: string;
}

const SOURCE = /apps\/server\/(src\/[\w/.-]+\.ts)/;
const NOT_ASKED = /^\s*(begin|commit|rollback|savepoint|release|start transaction|set |listen|unlisten|fetch|close)/i;
/** Statements of the tests themselves are inspected this often, since the server may execute the same ones. */
const ATTEMPTS_MAX = 3;
/** Kysely alone adds a dozen stack frames between a query and its caller. */
const FRAMES = 40;

const state = globalThis as { tercetCaptures?: boolean };

/** Records each statement once if, of our own code, a server file is nearest on the stack; not those of tests. */
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
