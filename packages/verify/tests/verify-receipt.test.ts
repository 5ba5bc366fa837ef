import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  entryHash,
  formatReceiptText,
  leafHash,
  openCheckpoint,
  parseProof,
  type Receipt,
  toHex,
  verifyInclusionHex,
} from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LOG } from '../../fair/tests/book-kit.ts';
import { TestClub } from './kit/club.ts';
import { type Ran, tercet } from './kit/command.ts';

let club: TestClub;
let folder: string;
let receipt: Receipt;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tercet-receipt-'));
  club = await TestClub.start({ beacon: 'public', witnesses: 3 });
  receipt = club.story.slip.receipt;
});

afterEach(async () => {
  await club.close();
  rmSync(folder, { recursive: true, force: true });
});

function saved(content: unknown): string {
  const path = join(folder, 'given');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const PINNED = ['--log-key', LOG.vkey, '--allow-local'];

function check(content: unknown, args: readonly string[] = []): Promise<Ran> {
  const base = ['receipt', saved(content), '--state', join(folder, 'state'), ...PINNED];
  return tercet([...base, ...args, '--json'], club.nowMs);
}

const ofClub = () => ['--club', club.url, ...[0, 1, 2].flatMap((index) => ['--witness', club.witnessUrl(index)])];

/** The response of `POST /api/slips`. */
const placed = () => ({
  slip: { id: '00010203-0405-0607-0809-0a0b0c0d0e0f', drawId: club.drawId, payoutMinor: null },
  receipt,
  availableMinor: '1',
});
const bundle = () => ({ format: 'tercet/v1 bundle', kind: 'slip', proof: club.slip, options: {}, savedAtMs: 1 });

/** A draw that says nothing but its id. */
const emptyDraw = () => ({ drawId: club.drawId, entries: {}, table: {} });

describe('with a club, every form of a receipt', () => {
  test.each<[string, () => unknown]>([
    ['the answer to a bet', placed],
    ['a receipt by itself', () => receipt],
    ['a receipt as a line of text', () => `${formatReceiptText(receipt)}\n`],
    ['a line of text that a message broke', () => formatReceiptText(receipt).replace(/(.{40})/g, '$1\n  ')],
    ['the proof of a bet', () => club.slip],
    ['a saved bundle', bundle],
    ['a bundle of the draw alone', () => ({ ...bundle(), kind: 'draw', proof: club.draw })],
    ['a file of one receipt', () => ({ format: 'tercet/v1 receipts', receipts: [{ drawId: club.drawId, receipt }] })],
  ])('is verified: %s', async (_what, content) => {
    const { code, json } = await check(content(), ofClub());
    expect([code, json.verdict, json.missing]).toEqual([0, 'verified', []]);
  });

  test('is read from standard input', async () => {
    const input = { readInput: async () => JSON.stringify(receipt) };
    const base = ['receipt', '-', '--state', join(folder, 'state'), ...PINNED, ...ofClub(), '--json'];
    expect((await tercet(base, club.nowMs, input)).json.verdict).toBe('verified');
  });
});

describe('without a club', () => {
  test('the proof of a bet and a bundle need no network', async () => {
    for (const content of [club.slip, bundle()]) {
      expect((await check(content)).json).toMatchObject({ verdict: 'verified', missing: [] });
    }
    expect(club.asked).toEqual([]);
  });

  test('a receipt alone is incomplete, and the output asks for a club', async () => {
    const { code, json } = await check(receipt);
    expect([code, json.verdict]).toEqual([6, 'incomplete']);
    expect(json.missing).toContainEqual({ step: 'origin', reason: 'no-draw', from: 'reader' });
    const { out } = await tercet(['receipt', saved(receipt), '--state', folder], club.nowMs);
    expect(out).toContain('Missing: the draw; you can provide it.');
  });

  test('pins and witnesses named by a bundle are ignored', async () => {
    const options = { pinned: { logKey: LOG.vkey }, witnessAnswers: club.witnessKeys, firstSeenLogKey: LOG.vkey };
    const path = saved({ ...bundle(), options });
    const { json } = await tercet(['receipt', path, '--state', join(folder, 'state'), '--json'], club.nowMs);
    expect(json).toMatchObject({ verdict: 'incomplete', keys: { pinned: null, firstSeen: null } });
  });

  test('what was paid is compared with what the dice pay', async () => {
    const options = { payoutMinor: '1' };
    expect((await check({ ...bundle(), options })).json.verdict).toBe('breach');
    const slip = { ...placed().slip, payoutMinor: '1' };
    expect((await check({ ...placed(), slip }, ofClub())).json.verdict).toBe('breach');
  });
});

describe('a file of several', () => {
  const other = () => ({
    ...receipt,
    signature: `${receipt.signature.slice(0, -1)}${receipt.signature.endsWith('0') ? '1' : '0'}`,
  });

  test('is checked whole, and the worst counts', async () => {
    const { code, json } = await check({ receipts: [{ receipt }, { receipt: other() }, club.slip] }, ofClub());
    expect(code).toBe(1);
    expect(json).toMatchObject({ exitCode: 1, verdict: 'breach' });
    expect(json.receipts?.map(({ verdict, exitCode }) => [verdict, exitCode])).toEqual([
      ['verified', 0],
      ['breach', 1],
      ['verified', 0],
    ]);
    const { out } = await tercet(
      ['receipt', saved([receipt, other()]), '--state', folder, ...PINNED, ...ofClub()],
      club.nowMs,
    );
    expect(out).toContain('2 checked: 1 verified, 1 breach');
  });

  test('may be lines of text', async () => {
    const lines = [receipt, receipt].map(formatReceiptText).join('\n');
    expect((await check(lines, ofClub())).json.receipts).toHaveLength(2);
  });

  test('has a result for each, also where one cannot be read or checked', async () => {
    const broken = { ...club.slip, draw: { ...club.draw, signature: null, entries: 5 } };
    const { code, json, out } = await check([club.slip, { hello: 1 }, 'tercet:1:damaged']);
    expect(code).toBe(2);
    expect(json.receipts?.map(({ verdict }) => verdict)).toEqual(['verified', null, null]);
    expect(out).not.toBe('');
    expect((await check([club.slip, broken])).json.receipts).toHaveLength(2);
  });

  test.each<[string, () => object]>([
    ['items about one draw are compared once', () => emptyDraw()],
    ['malformed claims about one draw are limited', () => ({ ...emptyDraw(), dice: 'no list' })],
  ])('costs no more than its length: %s', async (_name, drawOf) => {
    const cost = async (count: number): Promise<number> => {
      const receipts = Array.from({ length: count }, () => ({ receipt, draw: drawOf() }));
      const file = { format: 'tercet/v1 receipts', receipts };
      const start = process.threadCpuUsage();
      expect((await check(file)).json.receipts).toHaveLength(count);
      const { user, system } = process.threadCpuUsage(start);
      return (user + system) / 1000;
    };
    await cost(20);
    // Four times as long: 4 times the CPU time if linear, 64 times if every item compares all pairs.
    const [short, long] = [await cost(100), await cost(400)];
    expect(long).toBeLessThan(10 * short + 100);
  });

  test('is a breach also behind more claims than are compared', async () => {
    const tellings = Array.from({ length: 70 }, (_, index) => ({
      drawId: 'dice-60/1',
      entries: {},
      table: { hash: `${index}` },
    }));
    const { json } = await check([...tellings, { drawId: 'dice-60/1', entries: {}, table: {} }]);
    expect(json.receipts?.map(({ verdict }) => verdict)).toEqual(Array(71).fill('breach'));
  });

  test('that tells one draw in two ways is a breach', async () => {
    const voided = { draw_id: club.drawId, reason: 'seal-late', table: club.draw.table.hash, type: 'void' };
    const entries = {
      seal: null,
      draw: null,
      void: { ...club.draw.table.entry, type: 'void', body: JSON.stringify(voided) },
    };
    const reported = {
      ...club.draw,
      dice: null,
      signature: null,
      seed: null,
      root: null,
      slipCount: null,
      entries,
      book: null,
    };
    const { code, json } = await check([club.slip, { ...club.slip, draw: reported }]);
    expect(code).toBe(1);
    // Witnesses saw the first seal in time, so a draw may have overridden the void beside it. Its time is unknown.
    expect(json.receipts?.map(({ verdict }) => verdict)).toEqual(['incomplete', 'breach']);
  });
});

test.each<[string, () => unknown]>([
  ['no JSON', () => 'hello'],
  ['JSON of something else', () => ({ hello: 1 })],
  ['an empty list', () => []],
  ['a damaged line', () => formatReceiptText(receipt).slice(0, -3)],
  ['a receipt of which a part is missing', () => ({ ...receipt, salt: undefined })],
  ['signed bytes that are no bet', () => ({ ...receipt, leafData: 'abcd' })],
  ['a bundle of which the receipt is missing', () => ({ ...bundle(), proof: { draw: club.draw } })],
])('a file with %s is not checked', async (_what, content) => {
  const { code, json } = await check(content(), ofClub());
  expect([code, json.verdict]).toEqual([2, null]);
  expect(json.error).toContain('is neither a receipt');
});

describe('--tlog-proof', () => {
  const provenBy = (file: string, body: string) => {
    const proof = parseProof(readFileSync(file, 'utf8'));
    if (proof === null) throw new Error('no proof');
    const checkpoint = openCheckpoint(proof.checkpoint, [LOG.vkey]);
    if (checkpoint === null) throw new Error('not signed');
    expect(Buffer.from(proof.extra ?? []).toString()).toBe(body);
    return verifyInclusionHex({ leafHash: entryHash(body), index: proof.index, proof: proof.proof, ...checkpoint });
  };

  test('writes proofs of the draw and of the seal that other programs can check', async () => {
    const file = join(folder, 'draw.tlog-proof');
    const { json } = await check(club.slip, ['--tlog-proof', file]);
    expect(json.tlogProofs).toEqual([file, `${file}.seal`]);
    expect(provenBy(file, club.draw.entries.draw?.body ?? '')).toBe(true);
    expect(provenBy(`${file}.seal`, club.draw.entries.seal?.body ?? '')).toBe(true);
    expect(toHex(leafHash(Buffer.from(club.draw.entries.seal?.body ?? '')))).toBe(club.draw.entries.seal?.hash);
  });

  test('writes none of what is not shown, and says so', async () => {
    const file = join(folder, 'none');
    const book = club.draw.book ? { ...club.draw.book, after: null, peaks: ['00'.repeat(32)] } : null;
    club.draw = { ...club.draw, book };
    expect((await check(club.slip, ['--tlog-proof', file])).json.tlogProofs).toEqual([]);
    const { out } = await tercet(
      ['receipt', saved(club.slip), '--tlog-proof', file, '--state', folder, ...PINNED],
      club.nowMs,
    );
    expect(out).toContain('No proof of the draw or void was written');
    expect(out).toContain('No proof of the seal was written');
  });

  test('is for one receipt', async () => {
    expect((await check([receipt, receipt], ['--tlog-proof', join(folder, 'x')])).code).toBe(2);
  });
});
