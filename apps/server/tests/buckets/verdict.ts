import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASK_OF_ALL } from './all-members.ts';
import type { Captured } from './capture.ts';
import { tablesWithoutBucket } from './judge.ts';

const SCHEMA = join(import.meta.dirname, '../../schema');
/** Tables with a bucket that are not distributed; `deploy/citus.sql` has the reasons. */
const ON_ONE_MACHINE = new Set([
  'draw.settlement_chunk',
  'members.user_name_claim',
  'payments.legal_hold',
  'payments.reference',
]);

/** Faults of the statements that the server executed in a test run, one line each. */
export async function faultsIn(folder: string, isWholeRun: boolean): Promise<string[]> {
  const spread = spreadTables();
  const found = new Map<string, Set<string>>();
  for (const { file, sql } of statementsIn(folder)) {
    const tables = await tablesWithoutBucket(sql, spread);
    if (tables.length === 0) continue;
    const known = found.get(file) ?? new Set();
    found.set(file, new Set([...known, `${tables.join(', ')} in: ${sql.replaceAll(/\s+/g, ' ').slice(0, 160)}`]));
  }
  const unnamed = [...found]
    .filter(([file]) => !(file in ASK_OF_ALL))
    .flatMap(([file, which]) => [...which].map((one) => `${file} names no bucket of ${one}`));
  const stale = isWholeRun
    ? Object.keys(ASK_OF_ALL)
        .filter((file) => !found.has(file))
        .map((file) => `${file} asks of all members no more: take it from tests/buckets/all-members.ts`)
    : [];
  return [...unnamed.sort(), ...stale];
}

function spreadTables(): Set<string> {
  const schema = readdirSync(SCHEMA)
    .map((name) => readFileSync(join(SCHEMA, name), 'utf8'))
    .join('\n');
  const tables = [...schema.matchAll(/^create table ([\w.]+) \(\n([\s\S]*?)^\)/gm)];
  const names = tables.filter(([, , body = '']) => /^ {2}bucket /m.test(body)).map(([, name = '']) => name);
  return new Set(names.filter((name) => !ON_ONE_MACHINE.has(name)));
}

function statementsIn(folder: string): Captured[] {
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Captured),
  );
}
