import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signTreeHeads } from '../../src/book/sign.ts';
import { transaction } from '../../src/db/transaction.ts';
import { HOUR_MS } from '../../src/durations.ts';
import { createBanner, setBannerPicture } from '../../src/house/banners.ts';
import { addLogo as addHouseLogo, firstFace, setFace } from '../../src/house/face.ts';
import { createPaymentLogo, setPaymentLogoPicture } from '../../src/house/payment-logos.ts';
import { setMemberPicture } from '../../src/members/account/avatars.ts';
import { submitWithdrawal } from '../../src/payments/withdrawals/withdrawals.ts';
import { advance } from '../draw/drawing.ts';
import { callerHeader } from '../kit/callers.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { addMadeTitle } from '../kit/films.ts';
import { type AddedHost, addHost, withHost } from '../kit/hosts.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { plain } from '../kit/pictures.ts';
import { makeReady, openWallet, startOne } from '../kit/wallet.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from './server.ts';

let club: Club;
let table: OpenTable;
let server: TestServer;
let member: SignedIn;
/** A member whose session no request has used. */
let watcher: SignedIn;
let paths: string[];
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  const writing = await openServer(club);
  member = await signIn(club, await club.member());
  watcher = await signIn(club, await club.member());
  const key = randomUUID();
  const { drawId } = table.schedule();
  const placed = await placeOver(writing, member, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]), key);
  const { slip } = (await placed.json()) as { slip: { id: string } };
  await club.at(table.schedule().locks * 1_000);
  await advance(club, table);
  await signTreeHeads({ db: club.draw, keysDir: writing.keysDir, origin: ORIGIN });
  await transaction(club.api, (tx) => setMemberPicture(tx, member, Buffer.from('a picture')));
  const complaintId = await questionBet(writing, slip.id);
  const formalId = await complain(writing);
  const threadId = await openThread(writing);
  await writing.stop();
  const bannerId = await hangBanner();
  const logoId = await addLogo();
  const houseLogo = await showFace();
  const titleId = await addMadeTitle(club);
  const host = await addHost(club);
  paths = pathsOf(writing, {
    key,
    drawId,
    slipId: slip.id,
    complaintId,
    formalId,
    threadId,
    bannerId,
    logoId,
    houseLogo,
    titleId,
    host,
    ...(await moveMoney()),
  });
  // Make the API's role read-only: statements that write now fail.
  await club.owner.query(
    `alter role ${club.database.roles.api} in database ${nameOf(club)} set default_transaction_read_only = on`,
  );
  server = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

interface There {
  key: string;
  drawId: string;
  slipId: string;
  topUpId: string;
  withdrawalId: string;
  complaintId: string;
  formalId: string;
  threadId: string;
  bannerId: string;
  logoId: string;
  houseLogo: string;
  titleId: string;
  host: AddedHost;
}

async function questionBet(on: TestServer, slipId: string): Promise<string> {
  const body = { slipId, words: 'Does this bet stand in its seal?' };
  const headers = { 'idempotency-key': randomUUID() };
  const response = await call(on, '/api/me/complaints', { body, cookie: member.cookie, headers });
  return ((await response.json()) as { id: string }).id;
}

async function complain(on: TestServer): Promise<string> {
  const body = { subject: 'service', words: 'Nobody answered my question for a week.' };
  const options = { cookie: member.cookie, headers: { 'idempotency-key': randomUUID() }, body };
  return ((await (await call(on, '/api/me/formal-complaints', options)).json()) as { id: string }).id;
}

/** Opens a conversation with a picture in it. */
async function openThread(on: TestServer): Promise<string> {
  const options = { cookie: member.cookie, headers: { 'idempotency-key': randomUUID() } };
  const begun = await call(on, '/api/me/desk/threads', { ...options, body: { subject: 'other', words: 'Look.' } });
  const { id } = (await begun.json()) as { id: string };
  const sent = await fetch(`${on.address}/api/me/desk/threads/${id}/files/${randomUUID()}`, {
    method: 'PUT',
    headers: { origin: on.address, cookie: member.cookie, ...callerHeader('/api/me', member.cookie) },
    body: new Uint8Array(await plain().png().toBuffer()),
  });
  expect(sent.status).toBe(201);
  return id;
}

/** Adds a banner with a picture. */
function hangBanner(): Promise<string> {
  return transaction(club.api, async (tx) => {
    const words = { title: 'The book is open', text: '' };
    const { id } = await createBanner(tx, {
      words,
      texts: {},
      link: null,
      position: 1,
      made: null,
      from: null,
      until: null,
    });
    return (await setBannerPicture(tx, id, Buffer.from('a picture'))).id;
  });
}

/** Adds a logo of a payment method. */
function addLogo(): Promise<string> {
  return transaction(club.api, async (tx) => {
    const { id } = await createPaymentLogo(tx, { name: 'Card', made: 'card', place: 1, hidden: false });
    return (await setPaymentLogoPicture(tx, id, Buffer.from('a picture'))).after.id;
  });
}

/** Gives the house a face with a logo. Returns the id of the logo. */
function showFace(): Promise<string> {
  return transaction(club.api, async (tx) => {
    const logo = await addHouseLogo(tx, Buffer.from('a picture'));
    const icon = Buffer.from('an icon');
    const icons = { 'icon-180': icon, 'icon-192': icon, 'icon-512': icon, 'maskable-512': icon };
    await setFace(tx, { ...firstFace('Tercet'), logo }, icons, randomUUID());
    return logo;
  });
}

/** Creates a top-up and a withdrawal of the member. */
async function moveMoney(): Promise<Pick<There, 'topUpId' | 'withdrawalId'>> {
  const wallet = await openWallet(club);
  await makeReady(club, wallet, member);
  const topUpId = await startOne(wallet, member, 1_000n);
  const withdrawalId = await transaction(club.api, (tx) =>
    submitWithdrawal(tx, wallet.payments, member, { key: randomUUID(), amount: 1_000n }),
  );
  wallet.close();
  return { topUpId, withdrawalId };
}

/**
 * Every GET path of the API document and every page, with existing ids. Without the stream, and without staff reads,
 * which write to the access log.
 */
function pathsOf({ http }: TestServer, there: There): string[] {
  const { paths: all = {} } = http.swagger();
  const gets = Object.entries(all).flatMap(([path, methods]) => (methods && 'get' in methods ? [path] : []));
  const filled = gets
    .filter((path) => path !== '/api/stream' && !path.startsWith('/api/console/'))
    .map((path) => {
      const key = path.startsWith('/api/receipts') ? there.key : table.key;
      const today = new Date(club.clock.nowMs()).toISOString();
      return withHost(path, there.host)
        .replace(/report$/, `report?from=${today.slice(0, 10)}&to=${today.slice(0, 10)}`)
        .replace('{month}', today.slice(0, 7))
        .replace('{ref}', there.slipId)
        .replace('top-ups/{id}', `top-ups/${there.topUpId}`)
        .replace('withdrawals/{id}', `withdrawals/${there.withdrawalId}`)
        .replace('threads/{id}', `threads/${there.threadId}`)
        .replace('{n}', '2')
        .replace('{file}', '2')
        .replace('formal-complaints/{id}', `formal-complaints/${there.formalId}`)
        .replace('complaints/{id}', `complaints/${there.complaintId}`)
        .replace('videos/{id}', `videos/${there.titleId}`)
        .replace('banners/{id}', `banners/${there.bannerId}`)
        .replace('face/logos/{id}', `face/logos/${there.houseLogo}`)
        .replace('face/{version}/{name}', 'face/1/icon-192')
        .replace('payment-logos/{id}', `payment-logos/${there.logoId}`)
        .replace('{key}/{period}', there.drawId)
        .replace('{key}', key)
        .replace('{id}', there.slipId)
        .replace('{path}', '0/000.p/1');
    });
  return [...filled, '/api/openapi.json', '/', '/Home', '/assets/index-abc123.js'];
}

describe('GET never writes', () => {
  test('every read succeeds where nothing can be written', async () => {
    expect(paths.length).toBeGreaterThan(18);
    for (const path of paths) {
      for (const options of [{}, { cookie: member.cookie }]) {
        const answer = await call(server, path, options);
        const text = await answer.text();
        const isOwn = /^\/api\/(me|slips|receipts|banks|hosts|cities\/)/.test(path) && !('cookie' in options);
        // The health check fails, since no process draws in this test.
        const expected = path === '/api/health' ? 503 : isOwn ? 401 : 200;
        expect([path, answer.status, text.slice(0, 200)]).toEqual([path, expected, expect.any(String)]);
      }
    }
  });

  test('while every write fails there', async () => {
    const slip = await placeOver(server, member, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]));
    expect(slip.status).toBe(503);
    const session = await call(server, '/api/session', { body: { userName: member.userName, password: 'x y z' } });
    expect(session.status).toBe(503);
  });

  test('but for the session that is used, which is renewed once an hour; a read does not depend on it', async () => {
    const seen = async () => {
      const { rows } = await club.owner.query(
        'select seen_at, idle_until from members.session where member_id = $1 and token_hash = $2',
        [watcher.memberId, watcher.tokenHash],
      );
      return rows[0];
    };
    const before = await seen();
    await club.clock.forward(2 * HOUR_MS);
    for (const path of ['/api/me', '/api/slips', '/api/house']) {
      const answer = await call(server, path, { cookie: watcher.cookie });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect(await seen()).toEqual(before);
    await club.owner.query(
      `alter role ${club.database.roles.api} in database ${nameOf(club)} reset default_transaction_read_only`,
    );
    const writing = await openServer(club);
    expect((await call(writing, '/api/me', { cookie: watcher.cookie })).status).toBe(200);
    await writing.stop();
    expect((await seen()).seen_at.getTime()).toBe(club.clock.nowMs());
  });
});

function nameOf({ database }: Club): string {
  return new URL(database.ownerUrl).pathname.slice(1);
}
