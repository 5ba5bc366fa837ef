import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { newestCheck } from '../../src/identity-checks/check-rows.ts';
import { pollChecks } from '../../src/identity-checks/poll-checks.ts';
import type { CheckEvent } from '../../src/identity-checks/provider.ts';
import { IdentityProviderFailure } from '../../src/identity-checks/provider.ts';
import { receiveIdentityMessage } from '../../src/identity-checks/provider-events.ts';
import { readPerson } from '../../src/members/persons/persons.ts';
import { type Club, openClub } from '../kit/club.ts';
import {
  documentOf,
  goLive,
  hearIdentity,
  identityDelivery,
  newsOf,
  openTestIdentity,
  showDocument,
  startOne,
  type TestIdentity,
} from '../kit/identity.ts';
import { nameMember, REAL_NAME } from '../kit/persons.ts';
import { messageKindsOf, openWallet, type TestWallet } from '../kit/wallet.ts';

let club: Club;
let wallet: TestWallet;
let identity: TestIdentity;
let mira: Identity;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  await goLive(club);
});
beforeEach(async () => {
  identity = openTestIdentity(club, wallet);
  mira = await club.member();
  await nameMember(club.db, mira);
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

const codeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

async function checkState(member = mira): Promise<[string | undefined, string | null | undefined]> {
  const check = await newestCheck(club.db, member);
  return [check?.state, check?.reason];
}

describe('a check', () => {
  test('is one however often it is started, with one page, and none is started when it is not needed', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => startOne(identity, mira)));
    expect(new Set(ids).size).toBe(1);
    const { rows } = await club.owner.query('select from members.identity_check where member_id = $1', [mira.memberId]);
    expect(rows).toHaveLength(1);
    await hearIdentity(club, identity, newsOf(club, ids[0] ?? '', { kind: 'verified', person: documentOf() }));
    expect(await checkState()).toEqual(['verified', null]);
    expect(await codeOf(startOne(identity, mira))).toBe('already-set');
    expect(await messageKindsOf(club, mira)).toEqual(['identity-verified']);
  });

  test('whose page could not be made is made by the next call', async () => {
    identity.provider.fault = () => {
      throw new IdentityProviderFailure('out of order');
    };
    expect(await codeOf(startOne(identity, mira))).toBe('identity-unavailable');
    identity.provider.fault = null;
    await startOne(identity, mira);
    expect((await newestCheck(club.db, mira))?.url).toMatch(/^http/);
  });

  test('is started five times a day at most', async () => {
    for (let n = 0; n < 5; n++) {
      const reference = await startOne(identity, mira);
      await hearIdentity(club, identity, newsOf(club, reference, { kind: 'declined', reason: 'document-unreadable' }));
    }
    expect(await codeOf(startOne(identity, mira))).toBe('throttled');
  });

  test('gives the account its name where it has none', async () => {
    const nameless = await club.member();
    await showDocument(club, identity, nameless, { realName: 'Tuul  Ganbold' });
    expect(await checkState(nameless)).toEqual(['verified', null]);
    expect((await readPerson(club.db, nameless)).realName).toBe('Tuul Ganbold');
  });

  test.each([
    [{ realName: 'Boris Petrov' }, 'name-differs'],
    [{ birthDate: '1990-05-18' }, 'birth-date-differs'],
    [{ country: 'FR' }, 'country-not-served'],
    [{ goodUntil: '2020-01-01' }, 'document-expired'],
  ])('with %j is declined for it, and can be done anew', async (more, reason) => {
    await showDocument(club, identity, mira, more);
    expect(await checkState()).toEqual(['declined', reason]);
    expect(await messageKindsOf(club, mira)).toEqual(['identity-declined']);
    await showDocument(club, identity, mira);
    expect(await checkState()).toEqual(['verified', null]);
  });

  test('keeps neither the number of the document nor anything else that it says', async () => {
    const documentNumber = 'PQ48151623';
    await showDocument(club, identity, mira, { documentNumber });
    const { rows } = await club.owner.query(
      `select c::text as text from members.identity_check c union all select k::text from members.person_fingerprint k`,
    );
    expect(rows.map(({ text }) => text).join(' ')).not.toContain(documentNumber);
    expect(JSON.stringify(rows)).not.toContain(REAL_NAME.toUpperCase());
  });
});

describe('messages of the provider', () => {
  test('come to the same end twice and in any order', async () => {
    const now = club.clock.nowMs();
    const all = (reference: string): CheckEvent[] => [
      newsOf(club, reference, { kind: 'pending' }, now - 3_000),
      newsOf(club, reference, { kind: 'declined', reason: 'document-unreadable' }, now - 2_000),
      newsOf(club, reference, { kind: 'verified', person: documentOf() }, now - 1_000),
    ];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0, 1, 2],
      [2, 0, 2, 1],
      [0, 2, 1, 1],
    ]) {
      const member = await club.member();
      await nameMember(club.db, member);
      const news = all(await startOne(identity, member));
      for (const at of order) await hearIdentity(club, identity, news[at] as CheckEvent);
      expect([order, await checkState(member)]).toEqual([order, ['verified', null]]);
    }
  });

  test('of two decisions at one moment the "no" stands, whichever came first', async () => {
    for (const isNoFirst of [true, false]) {
      const member = await club.member();
      const reference = await startOne(identity, member);
      const no = newsOf(club, reference, { kind: 'declined', reason: 'other' });
      const yes = newsOf(club, reference, { kind: 'verified', person: documentOf() });
      for (const news of isNoFirst ? [no, yes] : [yes, no]) await hearIdentity(club, identity, news);
      expect(await checkState(member)).toEqual(['declined', 'other']);
    }
  });

  test('that are forged, stale, of another provider, session or check change nothing', async () => {
    const reference = await startOne(identity, mira);
    const news = newsOf(club, reference, { kind: 'verified', person: documentOf() });
    const nowMs = club.clock.nowMs();
    const good = identityDelivery([news], nowMs);
    const take = (name: string, message: typeof good) => codeOf(receiveIdentityMessage(identity.deps, name, message));
    expect(await take('sandbox', identityDelivery([news], nowMs, 'another secret'))).toBe('forbidden');
    expect(await take('sandbox', identityDelivery([news], nowMs - 10 * MINUTE_MS))).toBe('forbidden');
    expect(await take('sandbox', { ...good, body: Buffer.concat([good.body, Buffer.from(' ')]) })).toBe('forbidden');
    expect(await take('veriff', good)).toBe('not-found');
    for (const foreign of [
      { ...news, providerRef: 'session-of-somebody-else' },
      { ...news, reference: mira.memberId },
      { ...news, reference: 'no id at all' },
    ]) {
      expect(await take('sandbox', identityDelivery([foreign], nowMs))).toBe('done');
    }
    expect(await checkState()).toEqual(['started', null]);
    expect(await take('sandbox', good)).toBe('done');
    expect(await checkState()).toEqual(['verified', null]);
  });

  test('that are lost are found by asking, and a page that ran out expires', async () => {
    const reference = await startOne(identity, mira);
    identity.provider.known.set(reference, newsOf(club, reference, { kind: 'verified', person: documentOf() }));
    await pollChecks({ ...identity.deps, db: club.jobs });
    expect(await checkState()).toEqual(['started', null]);
    await club.clock.forward(3 * MINUTE_MS);
    await pollChecks({ ...identity.deps, db: club.jobs });
    expect(await checkState()).toEqual(['verified', null]);

    const other = await club.member();
    await startOne(identity, other);
    await club.clock.forward(8 * DAY_MS);
    await pollChecks({ ...identity.deps, db: club.jobs });
    expect(await checkState(other)).toEqual(['expired', null]);
    await startOne(identity, other);
    expect(await checkState(other)).toEqual(['started', null]);
  });
});
