import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseAt } from '../../../apps/server/tests/setup/cluster.ts';
import type { TestServer } from '../../../apps/server/tests/setup/global.ts';
import { change, copyTemplate, dropTestDatabases, query, testDatabases } from './databases.ts';
import type { SqlFunction } from './functions.ts';
import type { TestRuns } from './test-runs.ts';

/** The database calls of a test file. */
export interface Usage {
  /** Hash of the file's text. */
  hash: string;
  seconds: number;
  /** How often it calls each database function. */
  calls: Record<string, number>;
}

const DATABASE = 'mutation_usage';
/** Backends report their calls when they end. */
const ENDED_WAIT_MS = 5_000;

/**
 * Finds out which functions each test file calls by running each once. Unchanged files are read from `cachePath`. Files
 * that fail without a mutant are excluded.
 */
export async function findUsage(
  runs: TestRuns,
  server: TestServer,
  functions: readonly SqlFunction[],
  { root, tests, leftOut, cachePath }: { root: string; tests: string[]; leftOut: string[]; cachePath: string },
): Promise<Map<string, Usage>> {
  const paths = globSync(tests, { cwd: root }).filter((path) => !leftOut.some((pattern) => matchesGlob(path, pattern)));
  const known = readCache(cachePath);
  const usage = new Map<string, Usage>();
  const missing = paths.sort().filter((path) => {
    const own = known.get(path);
    if (own?.hash === hashOf(root, path)) usage.set(path, own);
    return !usage.has(path);
  });
  if (missing.length === 0) return usage;
  await prepareCounting(server, functions);
  for (const [index, path] of missing.entries()) {
    console.log(`Which functions do the tests call? ${index + 1}/${missing.length} ${path}`);
    const own = await usageOf(path, runs, server, hashOf(root, path));
    if (!own) continue;
    if (Object.keys(own.calls).length === 0)
      throw new Error(`${path} calls no function: its database was not counted.`);
    usage.set(path, own);
    known.set(path, own);
    mkdirSync(dirname(cachePath), { recursive: true });
    writeFileSync(cachePath, JSON.stringify(Object.fromEntries(known)));
  }
  return usage;
}

/** Prepares a template in which every function call is counted. */
async function prepareCounting(server: TestServer, functions: readonly SqlFunction[]): Promise<void> {
  await query(server.ownerUrl, `alter system set track_functions = 'all'`);
  await query(server.ownerUrl, 'select pg_reload_conf()');
  await dropTestDatabases(server);
  await copyTemplate(server, DATABASE);
  // SQL functions are inlined and then not counted. A function with its own settings is not inlined.
  const inSql = functions.filter(({ language }) => language === 'sql');
  await change(
    server,
    DATABASE,
    inSql.map(({ signature }) => `alter function ${signature} set work_mem = '4MB'`),
  );
}

async function usageOf(path: string, runs: TestRuns, server: TestServer, hash: string): Promise<Usage | null> {
  const { failed, durationMs } = await runs.run([path], { ...server, copyFrom: DATABASE, keepDatabases: true });
  const calls: Usage['calls'] = {};
  for (const name of await testDatabases(server)) {
    await untilAlone(server, name);
    const counted = `select schemaname || '.' || funcname as name, sum(calls)::integer as calls from pg_stat_user_functions group by 1`;
    for (const row of await query(databaseAt(server.ownerUrl, name), counted)) {
      calls[String(row.name)] = (calls[String(row.name)] ?? 0) + Number(row.calls);
    }
  }
  await dropTestDatabases(server);
  if (failed !== null) console.log(`  left out: it fails without a mutant`);
  return failed === null ? { hash, seconds: (durationMs[path] ?? 0) / 1_000, calls } : null;
}

async function untilAlone({ ownerUrl }: TestServer, name: string): Promise<void> {
  const until = Date.now() + ENDED_WAIT_MS;
  for (;;) {
    const [row] = await query(
      ownerUrl,
      `select count(*)::integer as n from pg_stat_activity where datname = '${name}'`,
    );
    if (row?.n === 0 || Date.now() > until) return;
    await sleep(50);
  }
}

/** Hash of a file's text. */
function hashOf(root: string, path: string): string {
  return createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex')
    .slice(0, 16);
}

function readCache(path: string): Map<string, Usage> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8'))));
  } catch {
    return new Map();
  }
}
