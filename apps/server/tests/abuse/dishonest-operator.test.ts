import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DrawProof, type SlipProof, type Stake, type Verification, verifyDraw, verifySlip } from '@tercet/fair';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { record } from '../../src/audit/audit.ts';
import { verifyLog } from '../../src/audit/verify.ts';
import { transaction } from '../../src/db/transaction.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { keysFolder, logKeyOf, signBook } from '../book/book-kit.ts';
import { advance, diceOf, periodIn } from '../draw/drawing.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';

// The operator has owner's access to the database, the server's code and its keys. A member's phone detects changes of
// the past with its stored receipt and book. Auditors of the whole book, and the reconciliation, detect the others.

const TERCET = join(import.meta.dirname, '../../../../packages/verify/src/tercet.mjs');

let club: Club;
let table: OpenTable;
let server: TestServer;
let member: SignedIn;
let logKey: string;
const keys = keysFolder();
const state = mkdtempSync(join(tmpdir(), 'tercet-operator-'));

beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  server = await openServer(club);
  member = await signIn(club, await club.member());
  await sign();
  logKey = await logKeyOf(club);
  await club.at(table.schedule().locks * 1_000);
  await advance(club, table);
  await sign();
}, 120_000);
afterAll(async () => {
  await server.stop();
  await club.close();
  keys.remove();
  rmSync(state, { recursive: true, force: true });
});

const sign = () => signBook(club, keys);

async function read<T>(path: string): Promise<T> {
  const answer = await call(server, path, { cookie: member.cookie });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
}

/** Runs a statement as the owner, with all protecting rules of the database disabled. */
async function tamper(text: string, values: unknown[] = []): Promise<void> {
  const client: pg.PoolClient = await club.owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const { rowCount } = await client.query(text, values);
    await client.query('commit');
    expect(rowCount).toBeGreaterThan(0);
  } finally {
    // Discard the connection with its settings.
    client.release(true);
  }
}

interface Played {
  drawId: string;
  lotteryId: number;
  period: number;
  slipId: string;
  /** As the phone stored it when the bet was placed. */
  receipt: SlipProof['receipt'];
}

/** Places a bet that the coming dice win, and plays the period to its end. */
async function play(): Promise<Played> {
  const period = periodIn(club, table);
  const total = diceOf(club, period).reduce((sum, one) => sum + one, 0);
  const bet = (total % 2 === 0 ? 'even' : 'odd') as Stake['bet'];
  const placed = await placeOver(server, member, slipBody(table, [{ bet, stakeMinor: 250n }]));
  const { slip, receipt } = (await placed.json()) as { slip: { id: string }; receipt: SlipProof['receipt'] };
  await club.at(period.locks * 1_000);
  await advance(club, table);
  await sign();
  await club.at(period.draws * 1_000);
  await advance(club, table);
  await sign();
  return { drawId: period.drawId, lotteryId: table.lotteryId, period: period.period, slipId: slip.id, receipt };
}

let played: Played;
beforeEach(async () => {
  played = await play();
});

/** The phone's verdict on its stored receipt and the proof that the club now serves. */
async function phone({ slipId, receipt }: Played): Promise<Verification> {
  const shown = await read<SlipProof>(`/api/slips/${slipId}/proof`);
  return verifySlip({ ...shown, receipt }, { pinned: { origin: ORIGIN, logKey } });
}

async function anybody({ drawId }: Played): Promise<Verification> {
  return verifyDraw(await read<DrawProof>(`/api/draws/${drawId}`), { pinned: { origin: ORIGIN, logKey } });
}

const failed = ({ steps }: Verification): string[] =>
  steps.filter(({ state }) => state === 'refuted').map(({ id }) => id);

function tercet(...args: string[]): Promise<{ code: number; said: string }> {
  const all = [TERCET, 'verify', ...args, '--state', state, '--json'];
  return new Promise((resolve) => {
    execFile(process.execPath, all, { env: { PATH: process.env.PATH } }, (error, stdout) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 99), said: stdout }),
    );
  });
}

test('nothing is said of a draw that nobody touched', async () => {
  expect(failed(await phone(played))).toEqual([]);
  expect(failed(await anybody(played))).toEqual([]);
  expect((await phone(played)).verdict).toBe('time-not-proven');
});

describe('the owner of the database changes, after the fact,', () => {
  const where = 'where lottery_id = $1 and period = $2';

  test('the dice: they do not follow from the beacon', async () => {
    await tamper(`update draw.draw set dice = array[(dice[1] % 6) + 1, dice[2], dice[3]]::smallint[] ${where}`, [
      played.lotteryId,
      played.period,
    ]);
    expect(await anybody(played)).toMatchObject({ verdict: 'breach' });
    expect(await phone(played)).toMatchObject({ verdict: 'breach' });
  });

  test('the round of the beacon: its signature is not of the round that arithmetic names', async () => {
    const { round } = periodIn(club, table, played.period);
    await tamper(`update draw.draw set signature = $3 ${where}`, [
      played.lotteryId,
      played.period,
      Buffer.from(club.beacon.sign(round + 1), 'hex'),
    ]);
    expect(await anybody(played)).toMatchObject({ verdict: 'breach' });
  });

  test('the seal: it is not the one in the book', async () => {
    await tamper(`update draw.seal set root = sha256(root) ${where}`, [played.lotteryId, played.period]);
    expect(await anybody(played)).toMatchObject({ verdict: 'breach' });
  });

  test('the slips under the seal: the member’s own is not among them', async () => {
    await tamper(`update draw.leaf_page set leaves = sha256(leaves) ${where}`, [played.lotteryId, played.period]);
    const proof = await call(server, `/api/slips/${played.slipId}/proof`, { cookie: member.cookie });
    if (proof.status === 200) {
      const shown = (await proof.json()) as SlipProof;
      const headers = { accept: 'application/json' };
      const answer = await call(server, `/book/slips/${played.drawId}`, { headers });
      const { leafHashes } = (await answer.json()) as { leafHashes: string[] };
      const options = { pinned: { origin: ORIGIN, logKey }, leafHashes };
      expect(verifySlip({ ...shown, receipt: played.receipt }, options)).toMatchObject({ verdict: 'breach' });
    }
    const file = join(state, 'receipts.json');
    const { drawId, slipId, receipt } = played;
    writeFileSync(file, JSON.stringify({ format: 'tercet/v1 receipts', receipts: [{ drawId, slipId, receipt }] }));
    expect(await tercet('receipt', file, '--club', server.address)).toMatchObject({ code: 1 });
  });

  test('an entry of the book with its hash: no signed checkpoint has it, and his own signer signs no further', async () => {
    const { rows } = await club.owner.query(
      `select seq::text, body, hash from book.entry where draw_id = $1 and type = 'seal'`,
      [played.drawId],
    );
    const [entry] = rows as [{ seq: string; body: string; hash: Buffer }];
    // Change one digit of the root.
    const body = entry.body.replace(/[0-9a-f]{64}/, (root) => root.replace(/.$/, root.endsWith('0') ? '1' : '0'));
    expect(body).not.toBe(entry.body);
    const rewrite = `update book.entry set body = $2, hash = coalesce($3, sha256('\\x00'::bytea || convert_to($2, 'UTF8')))
      where seq = $1`;
    await tamper(rewrite, [entry.seq, body, null]);
    expect(await anybody(played)).toMatchObject({ verdict: 'breach' });
    expect((await tercet('book', server.address)).code).toBe(1);
    await expect(play()).rejects.toThrow('the book changed');
    await tamper(rewrite, [entry.seq, entry.body, entry.hash]);
    await sign();
  });

  test('what a slip bet: by the phone’s receipt it wins what it won', async () => {
    const payout = async () => (await phone(played)).steps.find(({ id }) => id === 'payout');
    const before = await payout();
    await tamper('update lottery.slip set total = 100, stakes = array[100]::bigint[] where id = $1', [played.slipId]);
    expect(await payout()).toEqual(before);
    expect(before).toMatchObject({ state: 'ok' });
  });

  test('a balance: the daily reconciliation finds it', async () => {
    expect(await reconcile(club.jobs)).toEqual([]);
    const change = 'update ledger.balance set available = available + $2, issue = issue - $2 where member_id = $1';
    await tamper(change, [member.memberId, '100000']);
    expect(await reconcile(club.jobs)).not.toEqual([]);
    await tamper(change, [member.memberId, '-100000']);
    expect(await reconcile(club.jobs)).toEqual([]);
  });

  test('an act of the staff in the log: its chain breaks there', async () => {
    await transaction(club.db, async (tx) => {
      for (const why of ['one', 'two'])
        await record(tx, { staff: null, act: 'member-suspended', why, subject: 'member/x', address: 'terminal' });
    });
    expect((await verifyLog(club.db, [])).brokenAt).toBeNull();
    await tamper(`update audit.entry set body = replace(body, '"one"', '"gone"') where body like '%"one"%'`);
    expect((await verifyLog(club.db, [])).brokenAt).not.toBeNull();
  });
});

test('a clock that is set back after the dice are known seals a slip in time, and nobody calls its time proven', async () => {
  const period = periodIn(club, table);
  // The operator waits for the round, sees the dice, and sets the database clock back.
  await club.at(period.draws * 1_000 + 2_000);
  const total = diceOf(club, period).reduce((sum, one) => sum + one, 0);
  await club.at(period.locks * 1_000 - 5_000);
  const bet = (total % 2 === 0 ? 'even' : 'odd') as Stake['bet'];
  const placed = await placeOver(server, member, slipBody(table, [{ bet, stakeMinor: 250n }]));
  expect(placed.status).toBe(201);
  await club.at(period.locks * 1_000);
  await advance(club, table);
  await sign();
  await club.at(period.draws * 1_000);
  await advance(club, table);
  await sign();
  const proof = await read<DrawProof>(`/api/draws/${period.drawId}`);
  const { verdict } = verifyDraw(proof, { pinned: { origin: ORIGIN, logKey } });
  // Without witnesses, only the house vouches for the times of the book. The phone says so for every draw of such a
  // table.
  expect(verdict).toBe('time-not-proven');
});
