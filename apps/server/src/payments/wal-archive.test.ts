import { expect, test } from 'vitest';
import { openDb, type Pool } from '../db/pool.ts';
import { MINUTE_MS } from '../durations.ts';
import { createWalArchive, type LogState, readArchivedLog } from './wal-archive.ts';

function log() {
  const world = {
    state: { written: 7n, kept: 6n } as LogState | null,
    worker: null as LogState | null,
    nowMs: 0,
    fails: false,
  };
  const stored = createWalArchive({
    async readLog() {
      if (world.fails) throw new Error('no right to see that');
      const machines = Object.entries({ own: world.state, worker: world.worker });
      return new Map(machines.flatMap(([name, state]) => (state === null ? [] : [[name, state]])));
    },
    nowMs: () => world.nowMs,
  });
  const safe = async (...ids: string[]) => [...(await stored.archivedOf(ids, 'payouts'))];
  const safeRefunds = async (...ids: string[]) => [...(await stored.archivedOf(ids, 'refunds'))];
  return { world, safe, safeRefunds };
}

test('what was asked for while a piece of the log was written is safe once that piece is kept', async () => {
  const { world, safe } = log();
  expect(await safe('a')).toEqual([]);
  world.state = { written: 8n, kept: 6n };
  expect(await safe('a', 'b')).toEqual([]);
  world.state = { written: 9n, kept: 7n };
  expect(await safe('a', 'b')).toEqual(['a']);
  world.state = { written: 9n, kept: 8n };
  expect(await safe('b')).toEqual(['b']);
});

test('on several machines it is safe once the log of each is kept: which has the row is not ours to know', async () => {
  const { world, safe } = log();
  world.worker = { written: 90n, kept: 89n };
  expect(await safe('a')).toEqual([]);
  world.state = { written: 8n, kept: 7n };
  expect(await safe('a')).toEqual([]);
  world.worker = { written: 91n, kept: 90n };
  expect(await safe('a')).toEqual(['a']);
  // A machine that does not answer delays nothing on the others.
  expect(await safe('b')).toEqual([]);
  world.state = { written: 9n, kept: 8n };
  world.worker = null;
  expect(await safe('b')).toEqual(['b']);
});

test('who asks about refunds does not make payouts wait anew, nor the other way round', async () => {
  const { world, safe, safeRefunds } = log();
  expect([await safe('a'), await safeRefunds('b')]).toEqual([[], []]);
  world.state = { written: 8n, kept: 7n };
  expect([await safe('a'), await safeRefunds('b')]).toEqual([['a'], ['b']]);
});

test('nobody waits where no log is kept, where its state is not to be had, or for an archive that stands still', async () => {
  const { world, safe } = log();
  world.state = null;
  expect(await safe('a')).toEqual(['a']);
  world.state = { written: 7n, kept: 6n };
  world.fails = true;
  expect(await safe('a')).toEqual(['a']);
  world.fails = false;
  expect(await safe('a')).toEqual([]);
  world.nowMs = 9 * MINUTE_MS;
  expect(await safe('a')).toEqual([]);
  world.nowMs = 11 * MINUTE_MS;
  expect(await safe('a')).toEqual(['a']);
});

test('a piece is placed by its number, whatever its timeline; a name that is no piece says nothing', async () => {
  const said = async (answer: object) => {
    const rows = [
      { answer: { mode: 'on', timeout: '60', written: '0000000100000002000000FF', kept: null, ...answer } },
    ];
    const client = { query: async () => ({ command: 'SELECT', rowCount: 1, rows }), release: () => {} };
    return [...(await readArchivedLog(openDb({ connect: async () => client } as unknown as Pool)))];
  };
  const written = 2n * 256n + 255n;
  expect(await said({ kept: '0000000300000002000000FE' })).toEqual([['', { written, kept: written - 1n }]]);
  for (const kept of [null, '00000003.history']) expect(await said({ kept })).toEqual([['', { written, kept: -1n }]]);
  for (const off of [{ mode: 'off' }, { timeout: '0' }]) expect(await said(off)).toEqual([]);
});
