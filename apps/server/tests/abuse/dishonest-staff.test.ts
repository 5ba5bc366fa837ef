import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '../../src/identity.ts';
import { ROLES, type Role } from '../../src/staff/roles.ts';
import { call, openServer, type SignedIn, signIn, type TestServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addHost } from '../kit/hosts.ts';
import { seededRandom } from '../kit/random.ts';
import { addStaff, staffCookieOf } from '../kit/staff.ts';
import { openWallet, readySignedIn, type TestWallet } from '../kit/wallet.ts';
import { submit } from '../payments/withdrawals/withdrawing.ts';
import { CALLS_BY_ROLE } from '../staff/calls-by-role.ts';
import { type Operation, operationsOf } from './api-document.ts';
import { makeUp } from './made-up.ts';

// A single dishonest staff member tries every call of their role, with a member's ids and valid bodies. The member's
// data, money and requested payouts must stay as they were, or the member is notified.

const ATTEMPTS = 4;
const SEED = Number(process.env.TERCET_SEED ?? 1);

let club: Club;
let wallet: TestWallet;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  wallet = await openWallet(club);
  const payments = { kind: 'sandbox', url: 'http://127.0.0.1:1', secret: 'a secret that opens nothing' } as const;
  server = await openServer(club, { keysDir: wallet.keysDir, payments });
}, 120_000);
afterAll(async () => {
  await server.stop();
  wallet.close();
  await club.close();
});

interface Victim {
  member: Identity;
  cookie: string;
  withdrawalId: string;
}

/** A member with money, a limit, and a withdrawal in review. */
async function newVictim(): Promise<Victim> {
  const member: SignedIn = await readySignedIn(club, wallet, { credits: 5_000_000n });
  const { cookie } = member;
  const limit = { kind: 'stake-day', value: '50000' };
  expect((await call(server, '/api/me/limits', { body: limit, cookie })).status).toBe(200);
  return { member, cookie, withdrawalId: await submit(wallet.payments, member, 2_000_000n) };
}

/** What must not change without notice. */
async function stateNow({ member: { memberId } }: Victim): Promise<unknown> {
  const { rows } = await club.owner.query(
    `select (select to_jsonb(b) - 'version' from ledger.balance b where member_id = $1) as money,
       (select count(*)::integer from ledger.transfer where member_id = $1) as transfers,
       (select jsonb_agg(to_jsonb(l) order by l.kind, l.version) from members.limit_set l where member_id = $1) as limits,
       (select jsonb_agg(to_jsonb(p) order by p.id) from payments.payee p where member_id = $1) as payees,
       (select count(*)::integer from payments.withdrawal where member_id = $1 and state in ('in-review', 'approved'))
         as withdrawals,
       (select count(*)::integer from lottery.slip where member_id = $1) as slips`,
    [memberId],
  );
  return rows[0];
}

function callsOf(role: Role): Operation[] {
  return operationsOf().filter(({ method, path }) => {
    const written = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    return method !== 'GET' && !path.endsWith('/stream') && CALLS_BY_ROLE[written]?.includes(role) === true;
  });
}

describe.each(ROLES)('%s, alone,', (role) => {
  test('moves no money of a member, loosens no limit, and keeps no withdrawal from being paid', async () => {
    const victim = await newVictim();
    const person = await addStaff(club, role);
    const { hostId } = await addHost(club);
    const ids = [victim.withdrawalId, victim.member.memberId, hostId, person.id];
    const known = { memberId: victim.member.memberId, why: 'I looked at the papers', password: 'x', hostId };
    const madeUp = makeUp(seededRandom(SEED), ids, known);
    const before = await stateNow(victim);
    const statuses: Record<number, number> = {};
    for (const operation of callsOf(role)) {
      for (let n = 0; n < ATTEMPTS; n++) {
        // Prove presence again: the last call may have ended the sessions.
        const cookie = await staffCookieOf(club, person);
        const path = operation.path
          .replace('{memberId}', victim.member.memberId)
          .replaceAll(/\{\w+\}/g, () => ids[n % ids.length] ?? '');
        const media = operation.body?.['application/json'];
        const answer = await call(server, path, {
          method: operation.method,
          cookie,
          headers: { 'idempotency-key': randomUUID() },
          ...(media ? { body: madeUp.value(media.schema ?? {}, 'fitting') } : {}),
        });
        await answer.arrayBuffer();
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        expect([path, answer.status < 500 || answer.status === 503]).toEqual([path, true]);
        expect([`${operation.method} ${path}`, await stateNow(victim)]).toEqual([
          `${operation.method} ${path}`,
          before,
        ]);
      }
    }
    // Some call succeeded, if only one about the caller's own account. Otherwise the test proves nothing.
    expect(Object.keys(statuses).some((status) => Number(status) < 300)).toBe(true);
  }, 300_000);

  test('reads nothing of a member that the member is not told of', async () => {
    const person = await addStaff(club, role);
    const cookie = await staffCookieOf(club, person);
    const reads = operationsOf().filter(
      ({ method, path }) =>
        method === 'GET' && /^\/api\/console\/members\/\{memberId\}(\/(statement|messages|acts|notes))?$/.test(path),
    );
    expect(reads.length).toBeGreaterThan(3);
    for (const { path } of reads) {
      // A new victim for each call, since an earlier notice would hide a missing one.
      const victim = await newVictim();
      const acts = async () => {
        const answer = await call(server, '/api/me/acts', { cookie: victim.cookie });
        return ((await answer.json()) as { items: unknown[] }).items.length;
      };
      const before = await acts();
      const filled = path.replace('{memberId}', victim.member.memberId);
      const answer = await call(server, filled, { cookie });
      await answer.arrayBuffer();
      const reported = await acts();
      if (answer.status === 200) expect([path, reported > before]).toEqual([path, true]);
      else expect([path, answer.status, reported]).toEqual([path, 403, before]);
    }
  });
});

describe('a host is shown to nobody', () => {
  test.each([
    ['without the host’s yes', 'delete from directory.consent where host_id = $1'],
    ['without an age that two have seen', `delete from directory.verification where host_id = $1 and kind = 'age'`],
    [
      'without an identity that two have seen',
      `delete from directory.verification where host_id = $1 and kind = 'identity'`,
    ],
    [
      'whose age one alone has seen',
      `update directory.verification set confirmed_by = null, confirmed_at = null
       where host_id = $1 and kind = 'age'`,
    ],
    ['without an approved picture', 'update directory.picture set approved_at = null where host_id = $1'],
  ])('%s, whatever else is in order', async (_, lack) => {
    const { hostId } = await addHost(club);
    const { cookie } = await signIn(club, await club.member());
    const statusOf = async () => (await call(server, `/api/hosts/${hostId}`, { cookie })).status;
    expect(await statusOf()).toBe(200);
    const client = await club.owner.connect();
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(lack, [hostId]);
    await client.query('set session_replication_role = origin');
    client.release();
    expect(rowCount).toBeGreaterThan(0);
    expect(await statusOf()).toBeGreaterThanOrEqual(404);
  });
});
