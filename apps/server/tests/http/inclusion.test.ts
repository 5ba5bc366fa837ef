import {
  type DrawProof,
  decodeEntryAs,
  inclusionProofHex,
  merkleRootHex,
  type SlipProof,
  type Verification,
  verifyInclusionHex,
  verifySlip,
} from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { SlipAnswer } from '../../src/http/shared/shapes.ts';
import { type KeysFolder, keysFolder, logKeyOf, signBook } from '../book/book-kit.ts';
import { advance, expectBooksBalance, periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from './server.ts';

const SIZES = [0, 1, 2, 3, 7, 100];

let club: Club;
let table: OpenTable;
let server: TestServer;
let members: SignedIn[];
let keys: KeysFolder;
let logKey: string;
beforeAll(async () => {
  keys = keysFolder();
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
  members = await Promise.all((await club.members(20)).map((member) => signIn(club, member)));
  await signBook(club, keys);
  logKey = await logKeyOf(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
  keys.remove();
});

interface Placed {
  member: SignedIn;
  slip: { id: string; drawId: string };
  receipt: SlipProof['receipt'];
}

/** Places `size` slips in the current period over HTTP. */
async function play(size: number): Promise<Placed[]> {
  await advance(club, table);
  const bets = Array.from({ length: size }, (_, n) => n);
  return Promise.all(
    bets.map(async (n) => {
      const member = members[n % members.length] as SignedIn;
      const stakes = [
        { bet: n % 2 ? 'odd' : 'even', stakeMinor: BigInt(100 + n) },
        { bet: n % 3 ? 's10' : 's11', stakeMinor: 250n },
      ] as const;
      const answer = await placeOver(server, member, slipBody(table, stakes));
      expect(answer.status).toBe(201);
      return { member, ...((await answer.json()) as Omit<Placed, 'member'>) };
    }),
  );
}

async function read<T>(path: string, cookie?: string): Promise<{ status: number; body: T }> {
  const headers = { accept: 'application/json' };
  const answer = await call(server, path, cookie === undefined ? { headers } : { headers, cookie });
  return { status: answer.status, body: (await answer.json()) as T };
}

type Draw = DrawProof & { state: string; sealedAtMs: number; drawsAtMs: number };
type Slip = z.infer<typeof SlipAnswer>;

interface Leaves {
  drawId: string;
  count: number;
  leafHashes: string[];
}

/** Moves the clock, does the due work and signs the book. */
async function bringTo(ms: number): Promise<void> {
  await club.at(ms);
  await advance(club, table);
  await signBook(club, keys);
}

function readProof({ member, slip }: Placed) {
  return read<SlipProof & { draw: Draw; index: number; proof: string[] }>(`/api/slips/${slip.id}/proof`, member.cookie);
}

function readSlip({ member, slip }: Placed) {
  return read<Slip>(`/api/slips/${slip.id}`, member.cookie);
}

const UNWITNESSED = ['witness open no-witnesses'];

function unproven({ steps }: Verification): string[] {
  return steps.filter(({ state }) => state !== 'ok').map(({ id, state, reason }) => `${id} ${state} ${reason}`);
}

describe('house rule 2: bets are sealed before the draw', () => {
  test.each(SIZES)('each of %i slips is in the published root, unchanged, before the round exists', async (size) => {
    const period = periodIn(club, table);
    const placed = await play(size);
    expect((await read(`/book/slips/${period.drawId}`)).status).toBe(404);
    await bringTo(period.locks * 1_000);

    const { body: draw } = await read<Draw>(`/api/draws/${period.drawId}`);
    expect(draw).toMatchObject({ state: 'sealed', slipCount: size, dice: null, signature: null });
    expect(draw.sealedAtMs).toBeLessThan(draw.drawsAtMs);
    const { body: leaves } = await read<Leaves>(`/book/slips/${period.drawId}`);
    expect(leaves).toMatchObject({ drawId: period.drawId, count: size });
    expect(leaves.leafHashes).toHaveLength(size);
    // As bytes by default; JSON on request.
    const bytes = await call(server, `/book/slips/${period.drawId}`);
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream');
    expect(bytes.headers.get('content-length')).toBe(String(32 * size));
    expect(bytes.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(bytes.headers.get('access-control-allow-origin')).toBe('*');
    expect(bytes.headers.get('vary')).toBe('accept');
    expect(Buffer.from(await bytes.arrayBuffer()).toString('hex')).toBe(leaves.leafHashes.join(''));
    const { root } = decodeEntryAs('seal', draw.entries.seal?.body ?? '');
    expect(merkleRootHex(leaves.leafHashes)).toBe(root);

    // Leaves are in the order of slip ids.
    const inOrder = [...placed].sort((a, b) => (a.slip.id < b.slip.id ? -1 : 1));
    for (const [index, one] of inOrder.entries()) {
      const { body: proof } = await readProof(one);
      const { leafData, salt } = one.receipt;
      expect(proof.receipt).toMatchObject({ leafData, salt, userName: one.member.userName });
      const leafHash = leaves.leafHashes[proof.index] ?? '';
      expect(verifyInclusionHex({ leafHash, index: proof.index, size, proof: proof.proof, root })).toBe(true);
      expect(proof.proof).toEqual(inclusionProofHex(leaves.leafHashes, proof.index));
      const nowMs = club.clock.nowMs();
      const found = verifySlip(proof, { leafHashes: leaves.leafHashes, pinned: { logKey }, nowMs });
      expect(found.steps.filter(({ state }) => state === 'refuted')).toEqual([]);
      expect(found).toMatchObject({ verdict: 'pending', missing: [{ step: 'beacon', reason: 'not-drawn-yet' }] });
      expect(proof.index).toBe(index);
    }
    await bringTo(period.draws * 1_000);
  });

  test('every slip verifies to the end, by the local beacon with its time not proven, and pays what it proves', async () => {
    const period = periodIn(club, table);
    const placed = await play(30);
    await bringTo(period.locks * 1_000);
    await bringTo(period.draws * 1_000);
    const { body: leaves } = await read<Leaves>(`/book/slips/${period.drawId}`);
    const { hash: chainHash } = club.beacon.chain;
    const pinned = { origin: ORIGIN, receiptKey: club.receiptKey.publicKey, chainHash, logKey };
    for (const one of placed) {
      const { body: proof } = await readProof(one);
      const { body: settled } = await readSlip(one);
      const payoutMinor = settled.payoutMinor ?? '';
      const found = verifySlip(proof, { pinned, leafHashes: leaves.leafHashes, payoutMinor });
      expect(unproven(found)).toEqual(UNWITNESSED);
      expect(found).toMatchObject({ verdict: 'time-not-proven', houseRun: true });
      expect(settled.state).toBe(payoutMinor === '0' ? 'lost' : 'won');
    }
    await expectBooksBalance(club);
  });

  test('a slip of a void draw proves that its stake is owed back', async () => {
    const period = periodIn(club, table);
    const [one] = (await play(1)) as [Placed];
    await bringTo(period.draws * 1_000);
    const { body: proof } = await readProof(one);
    const { body: slip } = await readSlip(one);
    expect(slip).toMatchObject({ state: 'void', payoutMinor: slip.totalMinor });
    const found = verifySlip(proof, { payoutMinor: slip.totalMinor, pinned: { logKey } });
    expect([found.verdict, unproven(found)]).toEqual(['void-time-not-proven', UNWITNESSED]);
  });

  test('nobody else gets the proof of a slip', async () => {
    const [one] = (await play(1)) as [Placed];
    const [, other] = members as [SignedIn, SignedIn];
    for (const path of [`/api/slips/${one.slip.id}/proof`, `/api/slips/${one.slip.id}`]) {
      expect((await read(path, other.cookie)).status).toBe(404);
      expect((await read(path)).status).toBe(401);
    }
  });
});
