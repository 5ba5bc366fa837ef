import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DrawProof, type SlipProof, verifyDraw, verifySlip } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPILE_CACHE } from '../../../../dev/start/compile-cache.ts';
import { type Ran, tercet as runTercet } from '../../../../packages/verify/tests/kit/command.ts';
import { noteTreeHead } from '../../src/book/book.ts';
import { keysFolder, logKeyOf, signBook } from '../book/book-kit.ts';
import { advance, periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from './server.ts';

const TERCET = join(import.meta.dirname, '../../../../packages/verify/src/tercet.mjs');

let club: Club;
let table: OpenTable;
let server: TestServer;
let member: SignedIn;
const keys = keysFolder();
let logKey: string;
const state = mkdtempSync(join(tmpdir(), 'tercet-verify-'));
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
  const [first] = await club.members(1);
  if (first === undefined) throw new Error('no member');
  member = await signIn(club, first);
  await sign();
  logKey = await logKeyOf(club);
  // A checkpoint must contain the table before its first period.
  await club.at(table.schedule().locks * 1_000);
  await advance(club, table);
  await sign();
});
afterAll(async () => {
  await server.stop();
  await club.close();
  keys.remove();
  rmSync(state, { recursive: true, force: true });
});

const sign = () => signBook(club, keys);

async function read<T>(path: string, cookie?: string): Promise<T> {
  const answer = await call(server, path, cookie === undefined ? {} : { cookie });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

/** Plays a slip in the current period to its end; the book is signed after each step. */
async function playOne() {
  const period = periodIn(club, table);
  const body = slipBody(table, [{ bet: 'big', stakeMinor: 250n }]);
  const placed = (await (await placeOver(server, member, body)).json()) as { slip: { id: string } };
  await club.at(period.locks * 1_000);
  await advance(club, table);
  await sign();
  await club.at(period.draws * 1_000);
  await advance(club, table);
  await sign();
  return { period, slipId: placed.slip.id };
}

/** Runs the verifier at the club's time, with the book's key pinned. */
function tercet(...args: string[]): Promise<Ran> {
  return runTercet([...args, '--log-key', logKey, '--state', state, '--json'], club.clock.nowMs());
}

/** Runs the verifier in a process of its own. */
function program(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [TERCET, 'verify', ...args],
      { env: { ...COMPILE_CACHE, PATH: process.env.PATH } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? 99), stdout, stderr }),
    );
  });
}

describe('what the server shows of a draw', () => {
  test('lets anybody rebuild the book from the lock to the seal', async () => {
    const { period, slipId } = await playOne();
    const draw = await read<DrawProof>(`/api/draws/${period.drawId}`);
    expect(draw.book).toMatchObject({ logKey, notices: [] });
    expect(draw.book?.table).not.toBeNull();
    expect(draw.book?.after?.draw).not.toBeNull();
    const pinned = { origin: ORIGIN, logKey };
    const found = verifyDraw(draw, { pinned });
    const open = found.steps.filter(({ state }) => state !== 'ok');
    expect(open).toMatchObject([{ id: 'witness', state: 'open', reason: 'no-witnesses' }]);
    expect(Number(found.steps.find(({ id }) => id === 'witness')?.values.entries)).toBeGreaterThan(0);
    expect(found).toMatchObject({ verdict: 'time-not-proven', timeGaps: ['no-witnesses', 'house-run-beacon'] });
    expect(verifyDraw(draw)).toMatchObject({ verdict: 'incomplete', missing: [{ reason: 'not-pinned' }] });
    const slip = await read<SlipProof>(`/api/slips/${slipId}/proof`, member.cookie);
    expect(verifySlip(slip, { pinned }).verdict).toBe('time-not-proven');
  });

  test('of a void draw shows that no seal stands in the window', async () => {
    const period = periodIn(club, table);
    await club.at(period.draws * 1_000);
    await advance(club, table);
    await sign();
    const draw = await read<DrawProof>(`/api/draws/${period.drawId}`);
    expect(draw.book?.after?.void).not.toBeNull();
    expect(verifyDraw(draw, { pinned: { logKey } })).toMatchObject({ verdict: 'void-time-not-proven' });
  });
});

describe('tercet verify', () => {
  test('checks a draw of a running club, and says that its time is not proven', async () => {
    const { period } = await playOne();
    const { code, json } = await tercet('draw', period.drawId, '--club', server.address);
    expect(json).toMatchObject({ verdict: 'time-not-proven' });
    expect(code).toBe(3);
  });

  test('checks a receipt against the club, and one that was never sealed is a breach', async () => {
    const { slipId } = await playOne();
    const { receipt, draw } = await read<SlipProof>(`/api/slips/${slipId}/proof`, member.cookie);
    const file = join(state, 'receipt.json');
    const save = (content: unknown) => writeFileSync(file, JSON.stringify(content));
    save({ format: 'tercet/v1 receipts', receipts: [{ drawId: draw.drawId, slipId, receipt }] });
    expect(await tercet('receipt', file, '--club', server.address)).toMatchObject({ code: 3 });
    const signature = `${receipt.signature.startsWith('00') ? '01' : '00'}${receipt.signature.slice(2)}`;
    save({ format: 'tercet/v1 receipts', receipts: [{ receipt: { ...receipt, signature } }] });
    expect(await tercet('receipt', file, '--club', server.address)).toMatchObject({
      code: 1,
      json: { verdict: 'breach' },
    });
  });

  test('checks a saved bundle without any network', async () => {
    const { slipId } = await playOne();
    const proof = await read<SlipProof>(`/api/slips/${slipId}/proof`, member.cookie);
    const file = join(state, 'bundle.json');
    writeFileSync(file, JSON.stringify({ format: 'tercet/v1 bundle', kind: 'slip', proof, options: {} }));
    expect(await tercet('receipt', file)).toMatchObject({ code: 3, json: { verdict: 'time-not-proven' } });
    // The booked payout is part of the evidence: less than the dice pay is a breach, as on the phone.
    const options = { payoutMinor: '1' };
    writeFileSync(file, JSON.stringify({ format: 'tercet/v1 bundle', kind: 'slip', proof, options }));
    expect(await tercet('receipt', file)).toMatchObject({ code: 1, json: { verdict: 'breach' } });
    const bent = structuredClone(proof) as { draw: { dice: number[] } } & SlipProof;
    bent.draw.dice = bent.draw.dice.map((die) => (die % 6) + 1) as typeof bent.draw.dice;
    writeFileSync(file, JSON.stringify({ format: 'tercet/v1 bundle', kind: 'slip', proof: bent, options: {} }));
    expect(await tercet('receipt', file)).toMatchObject({ code: 1, json: { verdict: 'breach' } });
  });

  test('reads the whole book, remembers it, and notices when it is another', async () => {
    await playOne();
    const first = await tercet('book', server.address);
    expect(first).toMatchObject({ code: 3, json: { verdict: 'time-not-proven', findings: [] } });
    await playOne();
    expect(await tercet('book', `${server.address}/book`)).toMatchObject({ code: 3, json: { findings: [] } });
    expect(await tercet('book', server.address, '--since', '4')).toMatchObject({ code: 3, json: { findings: [] } });
    const today = new Date(table.schedule().locks * 1_000).toISOString().slice(0, 10);
    expect(await tercet('book', server.address, '--since', today)).toMatchObject({ code: 3 });
    // Another club answers under this name. Its key is not the pinned one.
    const other = await openClub();
    const otherTable = await other.openTable({ key: 'dice-30', periodSeconds: 30 });
    const otherKeys = keysFolder();
    const otherServer = await openServer(other);
    try {
      expect(otherTable.key).toBe('dice-30');
      await noteTreeHead(other.db);
      await signBook(other, otherKeys);
      const found = await tercet('book', otherServer.address);
      expect(found).toMatchObject({ code: 1, json: { verdict: 'breach' } });
    } finally {
      await otherServer.stop();
      await other.close();
      otherKeys.remove();
    }
  });

  test('runs as a program, and says in a line what it cannot use, with a code of its own', async () => {
    const { period } = await playOne();
    const club = ['--club', server.address, '--state', state];
    const draw = await program('draw', period.drawId, ...club, '--log-key', logKey);
    expect(draw).toMatchObject({ code: 3, stderr: '', stdout: expect.stringContaining('Time not proven') });
    for (const args of [['draw'], ['draw', 'no draw', ...club], ['receipt', '/nowhere']]) {
      const { code, stderr } = await program(...args);
      expect([code, stderr.trim().split('\n')]).toEqual([2, [expect.any(String)]]);
    }
    expect(await tercet('draw', 'dice-30/1', '--club', 'http://127.0.0.1:1')).toMatchObject({ code: 2 });
    expect(readFileSync(TERCET, 'utf8')).toContain('Node 24');
  });
});
