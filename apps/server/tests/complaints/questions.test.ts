import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { createSessions } from '../../src/members/sessions.ts';
import { suspend } from '../../src/members/suspensions.ts';
import { advance } from '../draw/drawing.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';

const DAY_MS = 86_400_000;
const WORDS = 'The dice say 14, and I bet on big.';

let club: Club;
let table: OpenTable;
let server: TestServer;
let sara: SignedInStaff;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  server = await openServer(club);
  sara = await signedInStaff(club, 'support');
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

interface Complaint {
  id: string;
  slipId: string;
  drawId: string;
  state: string;
  askedAtMs: number;
  dueAtMs: number;
  answeredAtMs: number | null;
  receiptHash: string;
  evidenceHash: string;
  words: string;
  entries: { from: string; words: string }[];
  evidence: string;
}

/** As it stands in a list. */
type Listed = Omit<Complaint, 'entries' | 'evidence'>;

interface Placed {
  slip: { id: string; drawId: string };
  receipt: { leafData: string; salt: string };
}

async function better(): Promise<{ member: SignedIn; placed: Placed }> {
  const member = await signIn(club, await club.member());
  return { member, placed: await bet(member) };
}

async function bet(member: SignedIn): Promise<Placed> {
  const answer = await placeOver(server, member, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]));
  expect(answer.status).toBe(201);
  return (await answer.json()) as Placed;
}

function send(member: SignedIn, slipId: string, words = WORDS, key: string = randomUUID()): Promise<Response> {
  const body = { slipId, words };
  return call(server, '/api/me/complaints', { body, cookie: member.cookie, headers: { 'idempotency-key': key } });
}

async function question(member: SignedIn, slipId: string): Promise<Complaint> {
  const answer = await send(member, slipId);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Complaint;
}

function add(member: SignedIn, id: string, words: string, key: string = randomUUID()): Promise<Response> {
  const options = { body: { words }, cookie: member.cookie, headers: { 'idempotency-key': key } };
  return call(server, `/api/me/complaints/${id}/words`, options);
}

function answer(staff: SignedInStaff, member: SignedIn, id: string, words = 'We looked: the draw holds.') {
  const path = `/api/console/members/${member.memberId}/complaints/${id}/answer`;
  return call(server, path, { body: { words }, cookie: staff.cookie });
}

async function read<T>(path: string, cookie: string): Promise<T> {
  const found = await call(server, path, { cookie });
  expect(found.status).toBe(200);
  return (await found.json()) as T;
}

/** Of a member's one complaint, what was said. */
async function saidTo(member: SignedIn): Promise<Complaint['entries']> {
  const [one] = (await list(member)).items;
  return (await read<Complaint>(`/api/me/complaints/${one?.id}`, member.cookie)).entries;
}

function list(member: SignedIn, query = ''): Promise<{ items: Listed[]; total: number }> {
  return read(`/api/me/complaints${query}`, member.cookie);
}

function listed({ entries: _entries, evidence: _evidence, ...rest }: Complaint): Listed {
  return rest;
}

async function codeOf(refused: Response): Promise<string> {
  return ((await refused.json()) as { code: string }).code;
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

describe('a question about a bet', () => {
  test('has the proof of the bet attached, and seven days for the answer', async () => {
    const { member, placed } = await better();
    const asked = await question(member, placed.slip.id);
    expect(asked).toMatchObject({
      slipId: placed.slip.id,
      drawId: placed.slip.drawId,
      state: 'open',
      askedAtMs: club.clock.nowMs(),
      dueAtMs: club.clock.nowMs() + 7 * DAY_MS,
      answeredAtMs: null,
      receiptHash: sha256(Buffer.from(placed.receipt.leafData, 'hex')),
      entries: [{ from: 'member', words: WORDS }],
    });
    expect(await read(`/api/me/complaints/${asked.id}`, member.cookie)).toEqual(asked);
    const { evidence } = asked;
    expect(sha256(evidence)).toBe(asked.evidenceHash);
    expect(JSON.parse(evidence)).toMatchObject({
      slip: { id: placed.slip.id },
      leafData: placed.receipt.leafData,
      draw: { drawId: placed.slip.drawId },
    });
    // What hides the name in the leaf may be erased one day: it is not kept here.
    expect(evidence).not.toContain(placed.receipt.salt);
  });

  test('keeps the proof as it stood, whatever is shown later', async () => {
    const { member, placed } = await better();
    const asked = await question(member, placed.slip.id);
    await club.at(table.schedule().locks * 1_000);
    await advance(club, table);
    const later = await read<Complaint>(`/api/me/complaints/${asked.id}`, member.cookie);
    expect(sha256(later.evidence)).toBe(asked.evidenceHash);
  });

  test.each([
    ['too few', 'too short'],
    ['none', '          '],
    ['too many', 'x'.repeat(2_001)],
  ])('takes 10 to 2000 characters, not %s', async (_, words) => {
    const { member, placed } = await better();
    const refused = await send(member, placed.slip.id, words);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: 'words-bad', fields: { words: 'words-bad' } });
    expect((await list(member)).total).toBe(0);
  });

  test('takes the longest words in any script', async () => {
    const { member, placed } = await better();
    const words = '🎲'.repeat(2_000);
    expect((await send(member, placed.slip.id, words)).status).toBe(201);
    expect((await list(member)).items[0]?.words).toBe(words);
  });

  test('is asked once, however often it is sent, and there is one open for each bet', async () => {
    const { member, placed } = await better();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(member, placed.slip.id, WORDS, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect((await list(member)).total).toBe(1);
    expect(await codeOf(await send(member, placed.slip.id, `${WORDS} Really.`, key))).toBe('key-reused');
    expect(await codeOf(await send(member, placed.slip.id))).toBe('question-open');

    const other = await better();
    const at = await Promise.all(Array.from({ length: 8 }, () => send(other.member, other.placed.slip.id)));
    expect(at.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect((await list(other.member)).total).toBe(1);
  });

  test('takes more words while it is open', async () => {
    const { member, placed } = await better();
    const { id } = await question(member, placed.slip.id);
    const key = randomUUID();
    for (const _ of [1, 2]) expect((await add(member, id, 'And one thing more.', key)).status).toBe(201);
    expect(await codeOf(await add(member, id, 'Something else.', key))).toBe('key-reused');
    expect(await codeOf(await add(member, id, 'short'))).toBe('words-bad');
    expect((await saidTo(member)).map(({ words }) => words)).toEqual([WORDS, 'And one thing more.']);
    expect((await answer(sara, member, id)).status).toBe(200);
    expect(await codeOf(await add(member, id, 'Too late for this one.'))).toBe('too-late');
  });

  test('can be asked by a member who is suspended', async () => {
    const { member, placed } = await better();
    const sessions = createSessions(club.db);
    await transaction(club.db, (tx) => suspend(tx, sessions, member.memberId, { reason: 'a reason', until: null }));
    const restricted = await signIn(club, member, true);
    expect((await send(restricted, placed.slip.id)).status).toBe(201);
    expect((await list(restricted)).total).toBe(1);
  });

  test('of another member can be neither asked, read nor added to', async () => {
    const { member, placed } = await better();
    const { id } = await question(member, placed.slip.id);
    const other = (await better()).member;
    expect(await codeOf(await send(other, placed.slip.id))).toBe('not-found');
    expect(await codeOf(await send(other, randomUUID()))).toBe('not-found');
    expect(await codeOf(await add(other, id, 'These are not my words.'))).toBe('not-found');
    expect((await call(server, `/api/me/complaints/${id}`, { cookie: other.cookie })).status).toBe(404);
    expect((await list(other)).items).toEqual([]);
    expect((await list(other, `?slip=${placed.slip.id}`)).items).toEqual([]);
    expect((await call(server, '/api/me/complaints')).status).toBe(401);
  });

  test('is found by its bet, and the list pages by its cursor', async () => {
    const { member, placed } = await better();
    const asked = await question(member, placed.slip.id);
    const second = await question(member, (await bet(member)).slip.id);
    expect((await list(member, `?slip=${placed.slip.id}`)).items).toEqual([listed(asked)]);
    const first = (await list(member, '?limit=1')) as { items: Listed[]; nextCursor: string; total: number };
    expect(first).toMatchObject({ items: [listed(second)], total: 2 });
    expect((await list(member, `?limit=1&cursor=${first.nextCursor}`)).items).toEqual([listed(asked)]);
  });

  test('is one of twenty open ones at most', async () => {
    const { member, placed } = await better();
    const slips = [placed];
    for (let count = 1; count < 21; count++) slips.push(await bet(member));
    const [last, ...others] = slips.map(({ slip }) => slip.id);
    for (const id of others) await question(member, id);
    expect(await codeOf(await send(member, last ?? ''))).toBe('question-limit');
  });
});

describe('the answer', () => {
  test('is told to the member, ends the question, and leaves a track', async () => {
    const { member, placed } = await better();
    const { id } = await question(member, placed.slip.id);
    const words = 'The stake and the payout are as the table says.';
    const answered = await answer(sara, member, id, words);
    expect(answered.status).toBe(200);
    expect(await answered.json()).toMatchObject({ state: 'answered', answeredBy: sara.name });
    const own = (await list(member)).items[0];
    expect(own).toMatchObject({ state: 'answered', answeredAtMs: club.clock.nowMs() });
    const full = await read<Complaint>(`/api/me/complaints/${id}`, member.cookie);
    expect(full.entries).toMatchObject([{ from: 'member' }, { from: 'house', words }]);
    expect(JSON.stringify(full)).not.toMatch(new RegExp(`${sara.name}|${sara.id}`));

    const told = await read<{ items: { kind: string; params: unknown }[] }>('/api/me/messages', member.cookie);
    expect(told.items[0]).toMatchObject({
      kind: 'complaint-answered',
      params: { complaintId: id, slipId: placed.slip.id, drawId: placed.slip.drawId },
    });
    const acts = await read<{ items: unknown[] }>('/api/me/acts', member.cookie);
    expect(acts.items).toMatchObject([{ act: 'complaint-answered', role: 'support', why: words }]);
  });

  test('is given once, of two at the same time too', async () => {
    const { member, placed } = await better();
    const { id } = await question(member, placed.slip.id);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => answer(sara, member, id, `This is answer number ${n}.`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await saidTo(member)).toHaveLength(2);
  });

  test('lets the member ask once more about the same bet', async () => {
    const { member, placed } = await better();
    const { id } = await question(member, placed.slip.id);
    await answer(sara, member, id);
    const again = await question(member, placed.slip.id);
    expect(again.id).not.toBe(id);
    expect((await list(member)).total).toBe(2);
  });

  test('must have words, and a question that is there', async () => {
    const { member, placed } = await better();
    const { id } = await question(member, placed.slip.id);
    expect(await codeOf(await answer(sara, member, id, ' short '))).toBe('words-bad');
    expect(await codeOf(await answer(sara, member, randomUUID()))).toBe('not-found');
    const other = (await better()).member;
    expect(await codeOf(await answer(sara, other, id))).toBe('not-found');
    expect((await list(member)).items).toMatchObject([{ state: 'open' }]);
  });
});

describe('the staff', () => {
  test('see the nearest deadline first, and each look is noted', async () => {
    const start = club.clock.nowMs();
    const early = await better();
    const first = await question(early.member, early.placed.slip.id);
    await club.clock.forward(1_000);
    const late = await better();
    const second = await question(late.member, late.placed.slip.id);
    const ada = await signedInStaff(club, 'auditor');
    const queue = await read<{ items: Listed[] }>('/api/console/complaints?state=open&limit=100', ada.cookie);
    const ids = queue.items.map(({ id }) => id);
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
    expect(queue.items.every(({ state }) => state === 'open')).toBe(true);

    const path = `/api/console/members/${early.member.memberId}/complaints/${first.id}`;
    const one = await read<Complaint>(path, ada.cookie);
    expect(sha256(one.evidence)).toBe(first.evidenceHash);
    const acts = await read<{ items: unknown[] }>('/api/me/acts', early.member.cookie);
    expect(acts.items).toMatchObject([{ act: 'complaint-read', role: 'auditor' }]);
    await club.clock.set(start);
  });

  test.each(['support', 'finance', 'owner'] as const)('of role %s answer', async (role) => {
    const { member, placed } = await better();
    const { id } = await question(member, placed.slip.id);
    expect((await answer(await signedInStaff(club, role), member, id)).status).toBe(200);
  });

  test.each(['auditor', 'content'] as const)('of role %s do not', async (role) => {
    const { member, placed } = await better();
    const { id } = await question(member, placed.slip.id);
    expect(await codeOf(await answer(await signedInStaff(club, role), member, id))).toBe('forbidden');
    expect((await list(member)).items).toMatchObject([{ state: 'open' }]);
  });
});

/** All rows that say what a bet, a result or an amount is. */
async function whatIsOwed(): Promise<string> {
  const tables = await club.owner.query(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('ledger', 'lottery', 'draw', 'book', 'payments') and c.relkind in ('r', 'p')
      and not c.relispartition order by 1`);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await club.owner.query(`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
      from ${name} t`);
    parts.push(`${name}: ${rows[0].sum}`);
  }
  return parts.join('\n');
}

test('asking, adding and answering change no bet, no result and no money', async () => {
  const { member, placed } = await better();
  await club.at(table.schedule().locks * 1_000);
  await advance(club, table);
  const before = await whatIsOwed();
  const { id } = await question(member, placed.slip.id);
  await add(member, id, 'Please give the money back.');
  await answer(sara, member, id, 'You are right, it should have won.');
  expect(await whatIsOwed()).toBe(before);
});
