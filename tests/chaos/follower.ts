import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { keep, type RestartedProgram } from './restarted-program.ts';

/**
 * An outsider who uses only the public book: a witness that cosigns consistent checkpoints, and an auditor who reads
 * the whole book and remembers its position.
 */
export interface Follower {
  vkey: string;
  url: string;
  witness: RestartedProgram;
  /**
   * Verifies the whole book and returns its faults. Null if the club did not answer. `meanwhile`: draws may be overdue.
   * `in the end`: nothing is overdue, and no evidence is missing except the time of late seals whose draw is void.
   * These tables name no witnesses, so that time cannot be proven.
   */
  audit(when: 'meanwhile' | 'in the end'): Promise<string[] | null>;
  /** Evidence against the club that the witness has stored. */
  forks(): Promise<string[]>;
  stop(): Promise<void>;
}

const TERCET = join(import.meta.dirname, '../../packages/verify/src/tercet.mjs');
/** Exit codes of `tercet verify`. */
const UNCHECKED = 2;
const INCOMPLETE = 6;
const GOOD = { 'in the end': [0, 3], meanwhile: [0, 3, 4, 5, 6] };

export async function startFollower({ folder, address }: { folder: string; address: string }): Promise<Follower> {
  mkdirSync(folder, { recursive: true });
  const state = join(folder, 'auditor');
  const data = join(folder, 'witness');
  const { logKey } = await bookOf(address);
  const witness = await keep({
    name: 'witness',
    file: TERCET,
    args: [
      'witness',
      '--name',
      'outside.example/w1',
      '--data',
      data,
      '--port',
      '0',
      '--log',
      `${logKey}=${address}/book`,
    ],
    env: () => ({ PATH: process.env.PATH }),
    logPath: join(folder, 'witness.log'),
  });
  const { vkey, url } = witness.readyMessage as { vkey: string; url: string };
  return {
    vkey,
    url,
    witness,
    async audit(when) {
      const requested = ['--witness', `${vkey}=${url}`, '--allow-local'];
      const args = [TERCET, 'verify', 'book', address, '--state', state, '--log-key', logKey, '--json', ...requested];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
      const [code] = (await once(child, 'close')) as [number];
      if (GOOD[when].includes(code) || (code === INCOMPLETE && lacksVoidsAlone(text))) return [];
      return code === UNCHECKED ? null : [`the book, read from outside: ${text.trim()}`];
    },
    async forks() {
      const files = await readdir(data, { recursive: true });
      return files.filter((name) => /fork/.test(name) && name.endsWith('.json'));
    },
    stop: () => witness.stop(),
  };
}

/** Whether a report lacks only the time of void seals. */
function lacksVoidsAlone(report: string): boolean {
  const { missing, overdue, unproven, unprovenCount, voids } = JSON.parse(report) as {
    missing: unknown[];
    overdue: string[];
    unproven: string[];
    unprovenCount: number;
    voids: number;
  };
  const areDraws = unproven.every((what) => !what.startsWith('table/'));
  return missing.length === 0 && overdue.length === 0 && areDraws && unprovenCount <= voids;
}

/** The club's word on its book, once it has signed it. */
async function bookOf(address: string): Promise<{ logKey: string }> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const answer = await fetch(`${address}/api/house`).catch(() => null);
    const house = answer?.ok ? ((await answer.json()) as { book?: { logKey: string | null } }) : null;
    if (house?.book?.logKey) return { logKey: house.book.logKey };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the club does not sign its book');
}
