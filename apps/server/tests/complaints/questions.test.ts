import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { DAY_MS } from '../../src/durations.ts';
import { suspend } from '../../src/members/account/suspensions.ts';
import { createSessions } from '../../src/members/sessions/sessions.ts';
import { advance } from '../draw/drawing.ts';
import { call, signIn } from '../http/server.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';
import {
  type Asking,
  add,
  answer,
  bet,
  better,
  type Complaint,
  codeOf,
  entriesFor,
  type Listed,
  list,
  listed,
  openAsking,
  question,
  read,
  send,
  sha256,
  WORDS,
} from './asking.ts';

let asking: Asking;
let sara: SignedInStaff;
beforeAll(async () => {
  asking = await openAsking();
  sara = await signedInStaff(asking.club, 'support');
});
afterAll(() => asking.close());

describe('a question about a bet', () => {
  test('has the proof of the bet attached, and seven days for the answer', async () => {
    const { member, placed } = await better(asking);
    const complaint = await question(asking, member, placed.slip.id);
    expect(complaint).toMatchObject({
      slipId: placed.slip.id,
      drawId: placed.slip.drawId,
      state: 'open',
      askedAtMs: asking.club.clock.nowMs(),
      dueAtMs: asking.club.clock.nowMs() + 7 * DAY_MS,
      answeredAtMs: null,
      receiptHash: sha256(Buffer.from(placed.receipt.leafData, 'hex')),
      entries: [{ from: 'member', words: WORDS }],
    });
    expect(await read(asking, `/api/me/complaints/${complaint.id}`, member.cookie)).toEqual(complaint);
    const { evidence } = complaint;
    expect(sha256(evidence)).toBe(complaint.evidenceHash);
    expect(JSON.parse(evidence)).toMatchObject({
      slip: { id: placed.slip.id },
      leafData: placed.receipt.leafData,
      draw: { drawId: placed.slip.drawId },
    });
    // The salt, which hides the name in the leaf, may have to be erased later. It is not copied here.
    expect(evidence).not.toContain(placed.receipt.salt);
  });

  test('keeps the proof as it stood, whatever is shown later', async () => {
    const { member, placed } = await better(asking);
    const complaint = await question(asking, member, placed.slip.id);
    await asking.club.at(asking.table.schedule().locks * 1_000);
    await advance(asking.club, asking.table);
    const later = await read<Complaint>(asking, `/api/me/complaints/${complaint.id}`, member.cookie);
    expect(sha256(later.evidence)).toBe(complaint.evidenceHash);
  });

  test.each([
    ['too few', 'too short'],
    ['none', '          '],
    ['too many', 'x'.repeat(2_001)],
  ])('takes 10 to 2000 characters, not %s', async (_, words) => {
    const { member, placed } = await better(asking);
    const refused = await send(asking, member, placed.slip.id, words);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: 'words-bad', fields: { words: 'words-bad' } });
    expect((await list(asking, member)).total).toBe(0);
  });

  test('takes the longest words in any script', async () => {
    const { member, placed } = await better(asking);
    const words = '🎲'.repeat(2_000);
    expect((await send(asking, member, placed.slip.id, words)).status).toBe(201);
    expect((await list(asking, member)).items[0]?.words).toBe(words);
  });

  test('is asked once, however often it is sent, and there is one open for each bet', async () => {
    const { member, placed } = await better(asking);
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(asking, member, placed.slip.id, WORDS, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect((await list(asking, member)).total).toBe(1);
    expect(await codeOf(await send(asking, member, placed.slip.id, `${WORDS} Really.`, key))).toBe('key-reused');
    expect(await codeOf(await send(asking, member, placed.slip.id))).toBe('question-open');

    const other = await better(asking);
    const at = await Promise.all(Array.from({ length: 8 }, () => send(asking, other.member, other.placed.slip.id)));
    expect(at.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect((await list(asking, other.member)).total).toBe(1);
  });

  test('takes more words while it is open', async () => {
    const { member, placed } = await better(asking);
    const { id } = await question(asking, member, placed.slip.id);
    const key = randomUUID();
    for (const _ of [1, 2]) expect((await add(asking, member, id, 'And one thing more.', key)).status).toBe(201);
    expect(await codeOf(await add(asking, member, id, 'Something else.', key))).toBe('key-reused');
    expect(await codeOf(await add(asking, member, id, 'short'))).toBe('words-bad');
    expect((await entriesFor(asking, member)).map(({ words }) => words)).toEqual([WORDS, 'And one thing more.']);
    expect((await answer(asking, sara, member, id)).status).toBe(200);
    expect(await codeOf(await add(asking, member, id, 'Too late for this one.'))).toBe('too-late');
  });

  test('takes words of one key once, of two questions at once too', async () => {
    const { member, placed } = await better(asking);
    const one = await question(asking, member, placed.slip.id);
    const second = await bet(asking, member);
    const two = await question(asking, member, second.slip.id);
    const key = randomUUID();
    const answers = await Promise.all(
      [one.id, two.id].map((id) => add(asking, member, id, 'The same words for both.', key)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('can be asked by a member who is suspended', async () => {
    const { member, placed } = await better(asking);
    const sessions = createSessions(asking.club.db);
    await transaction(asking.club.db, (tx) =>
      suspend(tx, sessions, member.memberId, { reason: 'a reason', until: null }),
    );
    const restricted = await signIn(asking.club, member, true);
    expect((await send(asking, restricted, placed.slip.id)).status).toBe(201);
    expect((await list(asking, restricted)).total).toBe(1);
  });

  test('of another member can be neither asked, read nor added to', async () => {
    const { member, placed } = await better(asking);
    const { id } = await question(asking, member, placed.slip.id);
    const other = (await better(asking)).member;
    expect(await codeOf(await send(asking, other, placed.slip.id))).toBe('not-found');
    expect(await codeOf(await send(asking, other, randomUUID()))).toBe('not-found');
    expect(await codeOf(await add(asking, other, id, 'These are not my words.'))).toBe('not-found');
    expect((await call(asking.server, `/api/me/complaints/${id}`, { cookie: other.cookie })).status).toBe(404);
    expect((await list(asking, other)).items).toEqual([]);
    expect((await list(asking, other, `?slip=${placed.slip.id}`)).items).toEqual([]);
    expect((await call(asking.server, '/api/me/complaints')).status).toBe(401);
  });

  test('is found by its bet, and the list pages by its cursor', async () => {
    const { member, placed } = await better(asking);
    const complaint = await question(asking, member, placed.slip.id);
    const second = await question(asking, member, (await bet(asking, member)).slip.id);
    expect((await list(asking, member, `?slip=${placed.slip.id}`)).items).toEqual([listed(complaint)]);
    const first = (await list(asking, member, '?limit=1')) as { items: Listed[]; nextCursor: string; total: number };
    expect(first).toMatchObject({ items: [listed(second)], total: 2 });
    expect((await list(asking, member, `?limit=1&cursor=${first.nextCursor}`)).items).toEqual([listed(complaint)]);
  });

  test('is sent thirty times a minute at most, also about bets that are not there', async () => {
    const { member, placed } = await better(asking);
    const codes = [];
    for (let n = 0; n < 31; n++) codes.push(await codeOf(await send(asking, member, randomUUID())));
    expect([...new Set(codes.slice(0, 30)), codes[30]]).toEqual(['not-found', 'throttled']);
    expect(await codeOf(await send(asking, member, placed.slip.id))).toBe('throttled');
    const other = await better(asking);
    expect((await send(asking, other.member, other.placed.slip.id)).status).toBe(201);
  });

  test('is one of twenty open ones at most', async () => {
    const { member, placed } = await better(asking);
    const slips = [placed];
    for (let count = 1; count < 21; count++) slips.push(await bet(asking, member));
    const [last, ...others] = slips.map(({ slip }) => slip.id);
    for (const id of others) await question(asking, member, id);
    expect(await codeOf(await send(asking, member, last ?? ''))).toBe('question-limit');
  });
});
