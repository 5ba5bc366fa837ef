import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { openStaff } from '../../src/app/staff.ts';
import { openPush } from '../../src/app/wallet.ts';
import { loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { type Tx, transaction } from '../../src/db/transaction.ts';
import { STAFF_ACCOUNT_ROUTES } from '../../src/http/console/account/routes.ts';
import { AUDIT_ROUTES } from '../../src/http/console/audit/routes.ts';
import { CONSOLE_COMPLAINT_ROUTES } from '../../src/http/console/complaints/routes.ts';
import { SUPPORT_ROUTES } from '../../src/http/console/members/routes.ts';
import { PAYMENT_ROUTES } from '../../src/http/console/payments/routes.ts';
import { STAFF_ROUTES } from '../../src/http/console/staff/routes.ts';
import { collectStaffActs } from '../../src/http/console/staff-acts.ts';
import { WITHDRAWAL_ROUTES } from '../../src/http/console/withdrawals/routes.ts';
import type { Http } from '../../src/http/http.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { openAvatarUploads, PERSON_ROUTES } from '../../src/http/member/account/routes.ts';
import { houseHoldsRoute } from '../../src/http/member/book/house-holds.ts';
import { noticesRoute } from '../../src/http/member/house/notices.ts';
import { INVITE_ROUTES } from '../../src/http/member/invites/routes.ts';
import { LIMIT_ROUTES } from '../../src/http/member/limits/routes.ts';
import { MESSAGE_ROUTES } from '../../src/http/member/messages/routes.ts';
import { WALLET_ROUTES } from '../../src/http/member/money/routes.ts';
import type { SecurityOptions } from '../../src/http/security.ts';
import { addRoutes } from '../../src/http/shared/routes.ts';
import { providerMessagesRoute } from '../../src/http/webhooks/provider-messages.ts';
import type { Identity } from '../../src/identity.ts';
import type { RegisterDeps } from '../../src/identity-checks/register-answers.ts';
import { createSelfCheck } from '../../src/integrity/self-check.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { CURRENT_AGREEMENT } from '../../src/members/account/agreement.ts';
import { payeeLockedUntil } from '../../src/members/account/recovery-requests.ts';
import type { MembersDeps } from '../../src/members/deps.ts';
import { depositCapsOf } from '../../src/members/limits/deposit-caps.ts';
import { notePrompted } from '../../src/members/limits/limit-prompt.ts';
import { notifyMember } from '../../src/members/messages/messages.ts';
import { loadPersonKey } from '../../src/members/persons/person-keys.ts';
import { realNameOf } from '../../src/members/persons/persons.ts';
import { ATTEMPT_LIMITS } from '../../src/members/sessions/attempts.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { loadPepper } from '../../src/members/sessions/pepper.ts';
import { createSessions } from '../../src/members/sessions/sessions.ts';
import type { PaymentsDeps } from '../../src/payments/deps.ts';
import { handleEvents } from '../../src/payments/provider/events.ts';
import { keepMessage, verifyDueMessages } from '../../src/payments/provider/messages.ts';
import type { ProviderEvent } from '../../src/payments/provider/provider.ts';
import { startTopUp } from '../../src/payments/top-ups/start-top-up.ts';
import { openLog } from '../../src/process/log.ts';
import { identifyStaff } from '../../src/staff/sessions.ts';
import { peopleOf } from '../../src/staff/two-people.ts';
import { configOf, makeKeys, type SignedIn, signIn } from '../http/server.ts';
import type { Club, MemberPlan } from './club.ts';
import { startCarryingOut } from './decisions.ts';
import { macs } from './macs.ts';
import { giveFinancePassword, givePayee, nameMember } from './persons.ts';
import { type FakeProvider, fakeProvider } from './provider.ts';
import { enterTwo } from './staff.ts';

/** Payments of a club, with a provider under the test's control. */
export interface TestWallet {
  provider: FakeProvider;
  /** Dependencies of the API. */
  payments: PaymentsDeps;
  /** Dependencies of the jobs. */
  readonly jobs: PaymentsDeps;
  members: MembersDeps;
  keysDir: string;
  close(): void;
}

export async function openWallet(club: Club): Promise<TestWallet> {
  const folder = temporaryFolder('tercet-wallet-');
  const keysDir = makeKeys(join(folder.path, 'keys'));
  const provider = fakeProvider();
  const { api: db } = club;
  await enterTwo(club);
  const payments: PaymentsDeps = {
    db,
    provider,
    cipher: await loadFieldCipher(keysDir),
    macs,
    tell: notifyMember,
    memberCaps: depositCapsOf,
    payeeLockedUntil,
    people: peopleOf(macs),
    money: { currency: 'PLAY', exponent: 2 },
    refusesCreditCards: false,
    nameOf: realNameOf,
  };
  const members: MembersDeps = {
    db,
    passwords: createPasswords(),
    pepper: await loadPepper(keysDir),
    personKey: await loadPersonKey(keysDir),
    sessions: createSessions(db, { cacheTtlMs: 0 }),
    limits: ATTEMPT_LIMITS,
    // Tests move the clock between two acts of a member; `members/idle-lock` has those of the lock.
    idleMs: Number.POSITIVE_INFINITY,
    reservedNames: { house: '', roles: [], staff: async () => [] },
    house: { ageMin: 18, agreementVersion: CURRENT_AGREEMENT, funds: null },
  };
  return {
    provider,
    payments,
    get jobs() {
      return { ...payments, db: club.jobs };
    },
    members,
    keysDir,
    close: () => folder.remove(),
  };
}

/** Serves the endpoints of payments and staff on a port of their own. */
export async function serveWallet(
  club: Club,
  { payments, members, keysDir }: TestWallet,
  routes: (http: Http, security: SecurityOptions) => void = () => {},
  register: RegisterDeps = { db: club.api, register: null },
): Promise<{ address: string; stop(): Promise<void> }> {
  const { api: db } = club;
  const own: string[] = [];
  const security = { origins: null, ownAddresses: () => own };
  const http = await createHttpServer({
    sessions: members.sessions,
    identifyStaff: (token, isUse) => identifyStaff(db, macs, token, isUse),
    security,
    log: openLog('silent'),
    trustProxy: false,
    reads: { perAddressMax: 1_000_000, perCallerMax: 1_000_000 },
  });
  const push = await openPush(configOf(club, keysDir), db, payments.cipher);
  addRoutes(http, MESSAGE_ROUTES, { db, push });
  addRoutes(http, PERSON_ROUTES, { db, members, payments, ...openAvatarUploads(http) });
  addRoutes(http, INVITE_ROUTES, { members, payments });
  addRoutes(http, WALLET_ROUTES, { db, members, payments, security, register });
  addRoutes(http, LIMIT_ROUTES, { members, help: [] });
  noticesRoute(http, { db });
  houseHoldsRoute(http, { payments });
  providerMessagesRoute(http, { payments });
  routes(http, security);
  const staff = openStaff(db, { mode: 'play' }, members.passwords, { cipher: payments.cipher, macs });
  addRoutes(http, STAFF_ACCOUNT_ROUTES, { staff, security, acts: collectStaffActs(http) });
  const selfCheck = createSelfCheck({ memberApp: null, consoleApp: null, log: openLog('silent') });
  addRoutes(http, AUDIT_ROUTES, { db, selfCheck });
  addRoutes(http, SUPPORT_ROUTES, { members, payments });
  addRoutes(http, WITHDRAWAL_ROUTES, { payments });
  addRoutes(http, CONSOLE_COMPLAINT_ROUTES, { db, catalogue: club.catalogue });
  addRoutes(http, PAYMENT_ROUTES, { payments });
  addRoutes(http, STAFF_ROUTES, { staff });
  const address = await http.listen({ port: 0, host: '127.0.0.1' });
  own.push(address);
  const carrying = startCarryingOut(club, payments);
  return {
    address,
    async stop() {
      await http.close();
      await carrying.stop();
    },
  };
}

/** A member who meets all conditions for a first top-up. */
export async function readyMember(club: Club, wallet: TestWallet, plan?: MemberPlan): Promise<Identity> {
  const member = await club.member(plan);
  await makeReady(club, wallet, member);
  return member;
}

export async function makeReady(club: Club, wallet: TestWallet, member: Account): Promise<void> {
  await nameMember(club.db, member);
  await giveFinancePassword(wallet.members, member);
  await givePayee(club.db, wallet.payments.cipher, member);
  await transaction(club.db, (tx) => notePrompted(tx, member));
}

export async function readySignedIn(club: Club, wallet: TestWallet, plan?: MemberPlan): Promise<SignedIn> {
  return signIn(club, await readyMember(club, wallet, plan));
}

export interface TopUpPlan {
  key?: string;
  /** Checks beyond those of payments; none by default. */
  admit?(tx: Tx): Promise<void>;
}

/** Starts a top-up like the endpoint. Returns its id. */
export function startOne(wallet: TestWallet, account: Account, amount: bigint, plan: TopUpPlan = {}): Promise<string> {
  const { key = randomUUID(), admit = async () => {} } = plan;
  const { bucket, memberId } = account;
  const returnUrlOf = (id: string) => `https://club.example/Recharge?topUp=${id}`;
  return startTopUp(wallet.payments, { bucket, memberId }, { key, amount, returnUrlOf, locale: 'en', admit });
}

/** Delivers events through the webhook, and processes them at once like the jobs. */
export async function hear(club: Club, wallet: TestWallet, ...events: ProviderEvent[]): Promise<void> {
  const { provider, payments } = wallet;
  const jobs = { ...payments, db: club.jobs };
  const message = provider.deliver(events, club.clock.nowMs());
  await keepMessage(payments, provider.name, message);
  await handleEvents(jobs, await verifyDueMessages(jobs));
}

/** The outcome of a provider event. */
export async function outcomeOf(club: Club, event: Pick<ProviderEvent, 'eventId'>): Promise<string | null> {
  const row = await club.db
    .selectFrom('payments.provider_event')
    .select('outcome')
    .where('event_id', '=', event.eventId)
    .executeTakeFirst();
  return row?.outcome ?? null;
}

/** Kinds of the messages to a member, oldest first. */
export async function messageKindsOf(club: Club, { bucket, memberId }: Account): Promise<string[]> {
  const rows = await club.db
    .selectFrom('members.message')
    .select('kind')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}
