import { randomUUID } from 'node:crypto';
import { sandboxIdentity } from '../../src/adapters/identity/sandbox.ts';
import { signWebhook, WEBHOOK_SIGNATURE_HEADER } from '../../src/adapters/payment/sandbox-signature.ts';
import { transaction } from '../../src/db/transaction.ts';
import { type AdmissionRule, setAdmissionRule } from '../../src/identity-checks/admission.ts';
import type { IdentityDeps } from '../../src/identity-checks/deps.ts';
import type { CheckEvent, IdentityProvider, VerifiedPerson } from '../../src/identity-checks/provider.ts';
import { receiveIdentityMessage } from '../../src/identity-checks/provider-events.ts';
import { startCheck } from '../../src/identity-checks/start-check.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { notifyMember } from '../../src/members/messages/messages.ts';
import type { Club } from './club.ts';
import { REAL_NAME } from './persons.ts';
import type { Delivery } from './provider.ts';
import type { TestWallet } from './wallet.ts';

const SECRET = 'a secret of the identity provider and the club';

/** An identity provider under the test's control. Its messages have the sandbox's format and signature. */
export interface FakeIdentityProvider extends IdentityProvider {
  /** Answers to `lookUp`, by reference. */
  known: Map<string, CheckEvent>;
  started: number;
  fault: (() => void | Promise<void>) | null;
}

function fakeIdentityProvider(): FakeIdentityProvider {
  const { readWebhook } = sandboxIdentity({ url: 'http://127.0.0.1:9', secret: SECRET });
  const provider: FakeIdentityProvider = {
    name: 'sandbox',
    isReal: false,
    known: new Map(),
    started: 0,
    fault: null,
    readWebhook,
    async startCheck({ reference }) {
      await provider.fault?.();
      provider.started += 1;
      return { providerRef: `session-${reference}`, url: `http://127.0.0.1:9/identity/${reference}` };
    },
    async lookUp({ reference }) {
      await provider.fault?.();
      return provider.known.get(reference) ?? null;
    },
  };
  return provider;
}

/** A webhook request with the news. */
export function identityDelivery(news: readonly CheckEvent[], atMs: number, secret = SECRET): Delivery {
  const events = news.map(({ kind, ...rest }) => ({ ...rest, kind: 'identity', outcome: kind, eventId: randomUUID() }));
  const body = Buffer.from(JSON.stringify({ events }));
  const signature = signWebhook(secret, body, atMs);
  return { body, headers: { 'content-type': 'application/json', [WEBHOOK_SIGNATURE_HEADER]: signature } };
}

export interface TestIdentity {
  deps: IdentityDeps;
  provider: FakeIdentityProvider;
}

export function openTestIdentity(club: Club, { members }: TestWallet): TestIdentity {
  const provider = fakeIdentityProvider();
  const { sessions, personKey } = members;
  const deps = { db: club.api, provider, register: null, asked: true, personKey, sessions, tell: notifyMember };
  return { provider, deps };
}

/** Switches the club's house to live mode, as far as members notice. Its tables stay those of a play house. */
export async function goLive(
  club: Club,
  rule: AdmissionRule = { ageMin: 18, countries: ['MN', 'DE'], registerHours: null },
): Promise<void> {
  await club.owner.query('alter table lottery.odds_table drop constraint odds_table_mode_fkey');
  await club.owner.query(`update house.house set mode = 'live'`);
  await transaction(club.api, (tx) => setAdmissionRule(tx, rule));
}

/** The document of a member of the kit; each has its own number. */
export function documentOf(more: Partial<VerifiedPerson> = {}): VerifiedPerson {
  return {
    realName: REAL_NAME.toUpperCase(),
    birthDate: '1990-05-17',
    country: 'MN',
    documentKind: 'passport',
    documentNumber: randomUUID(),
    goodUntil: null,
    ...more,
  };
}

/** Starts a check, or continues the current one. Returns its reference. */
export async function startOne(identity: TestIdentity, { bucket, memberId }: Account): Promise<string> {
  const ask = { returnUrl: 'https://club.example/Identity', locale: 'en' };
  return (await startCheck(identity.deps, { bucket, memberId }, ask)).id;
}

type News = CheckEvent extends infer One
  ? One extends CheckEvent
    ? Omit<One, 'reference' | 'providerRef' | 'decidedAtMs'>
    : never
  : never;

/** News of a check; decided now by default. */
export function newsOf(club: Club, reference: string, news: News, decidedAtMs = club.clock.nowMs()): CheckEvent {
  return { ...news, reference, providerRef: `session-${reference}`, decidedAtMs } as CheckEvent;
}

/** Delivers news of the provider through the webhook. */
export async function hearIdentity(club: Club, { deps }: TestIdentity, ...news: CheckEvent[]): Promise<void> {
  await receiveIdentityMessage(deps, 'sandbox', identityDelivery(news, club.clock.nowMs()));
}

/** Runs a check from start to verdict. Returns its reference. */
export async function showDocument(
  club: Club,
  identity: TestIdentity,
  member: Account,
  more: Partial<VerifiedPerson> = {},
): Promise<string> {
  const reference = await startOne(identity, member);
  await hearIdentity(club, identity, newsOf(club, reference, { kind: 'verified', person: documentOf(more) }));
  return reference;
}
