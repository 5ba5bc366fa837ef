import { BEACON_SCHEME, BETS, fairMultiplier, isNumberBet, SUM_BETS, type TableEntry } from '@tercet/fair';
import { chooseBeacon } from '@tercet/server/adapters/beacon/choose.ts';
import { publishRule, VERIFIER_PAGE_RULE } from '@tercet/server/book/publish-rule.ts';
import { clockNow } from '@tercet/server/db/clock.ts';
import { newId } from '@tercet/server/db/ids.ts';
import { type Db, openDb, openPool } from '@tercet/server/db/pool.ts';
import { type Tx, transaction } from '@tercet/server/db/transaction.ts';
import { createQuestion } from '@tercet/server/desk/common-questions.ts';
import { publishTable } from '@tercet/server/draw/tables/publish-table.ts';
import type { Beacon } from '@tercet/server/draw/worker/beacon.ts';
import { createHouse } from '@tercet/server/house/house.ts';
import { createNotice, publishNotice } from '@tercet/server/house/notices.ts';
import { createPaymentLogo, listPaymentLogos } from '@tercet/server/house/payment-logos.ts';
import { publishFirstMoneyRule } from '@tercet/server/jobs/publish-money-rule.ts';
import type { LanguageCode } from '@tercet/server/languages.ts';
import { loadReceiptKey, type ReceiptKey } from '@tercet/server/lottery/receipt-key.ts';
import { CURRENT_AGREEMENT, PLAY_AGREEMENTS, publishAgreement } from '@tercet/server/members/account/agreement.ts';
import { admit } from '@tercet/server/members/account/register.ts';
import { nameKey } from '@tercet/server/members/account/user-names.ts';
import { createInvite } from '@tercet/server/members/invites/invites.ts';
import { createPasswords } from '@tercet/server/members/sessions/passwords.ts';
import type { FilmStore } from '@tercet/server/video/film-store.ts';
import { sql } from 'kysely';
import { StartFailure } from '../failure.ts';
import { seedFilms } from '../films/seed-films.ts';
import { seedHosts } from '../hosts/seed.ts';
import { committedVerifierHash } from '../pages/verifier-hash.ts';
import { isClockTaken } from '../season/clock.ts';
import { letInDemoStaff } from './demo-staff.ts';
import {
  BANNERS,
  CLASSES,
  DEMO_MEMBERS,
  DEMO_STAFF,
  LIMITS,
  LOTTERIES,
  type LotteryPlan,
  NOTICES,
  NUMBER_PAYS,
  PAYMENT_LOGOS,
  PLAY_HOUSE,
  PLAY_RULE,
  RETURN,
} from './house-plan.ts';
import { QUESTIONS } from './house-questions.ts';
import { BANNER_TEXTS, byLanguage, CLASS_TEXTS, LOTTERY_TEXTS, NOTICE_TEXTS } from './house-words.ts';
import { seedBanks } from './seed-banks.ts';

export interface SeedOptions {
  /** The schema's owner sets the play house up; no process role may. */
  ownerUrl: string;
  keysDir: string;
  beacon: 'auto' | 'drand' | 'local';
  localBeaconUrl: string;
  /** The film store. Without it the house gets no built-in films. */
  films?: FilmStore;
  /** Whether it gets cities, the guide and drawn hosts. */
  hosts?: boolean;
}

export interface Demo {
  members: { userName: string; password: string }[];
  staff: { name: string; role: string; password: string }[];
  inviteCode: string;
}

const INVITE_DAYS = 30;

/**
 * Creates a play-money house with tables and demo members if needed, and returns an unused invite. Safe at each start:
 * existing data stays unchanged.
 */
export async function seed(options: SeedOptions): Promise<Demo> {
  const pool = openPool({ url: options.ownerUrl, connectionsMax: 4, applicationName: 'tercet seed' });
  const db = openDb(pool);
  try {
    await refuseStoppedClock(db);
    if (!(await hasHouse(db))) await makeHouse(db);
    await refuseUnlessPlay(db);
    await seedBanks(db);
    await publishMissingTables(db, LOTTERIES, options);
    await publishRule(db, { what: VERIFIER_PAGE_RULE, value: committedVerifierHash() });
    await publishFirstMoneyRule(db, PLAY_RULE);
    if (!(await hasDemoMembers(db))) await admitDemoMembers(db);
    await hangPaymentLogos(db);
    await letInDemoStaff(db, options.keysDir);
    if (options.hosts) await seedHosts(db);
    if (options.films) await putFilms(db, options.films);
    return {
      members: DEMO_MEMBERS.map(({ userName, password }) => ({ userName, password })),
      staff: DEMO_STAFF.map(({ name, role, password }) => ({ name, role, password })),
      inviteCode: await createFreshInvite(db),
    };
  } finally {
    await db.destroy();
  }
}

/** Creates an invite to an existing house, as the owner. */
export async function freshInvite(ownerUrl: string): Promise<string> {
  const db = openDb(openPool({ url: ownerUrl, connectionsMax: 1, applicationName: 'tercet invite' }));
  try {
    return await createFreshInvite(db);
  } finally {
    await db.destroy();
  }
}

/** Throws `StartFailure` when the store is unreachable or not writable. */
async function putFilms(db: Db, store: FilmStore): Promise<void> {
  try {
    await seedFilms(db, store, PLAY_HOUSE.locale);
  } catch (error) {
    throw new StartFailure(
      `The play house's films cannot be stored: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Refuses to seed a house with real money. */
export class NotAPlayHouse extends Error {}

export async function hasHouse(db: Db): Promise<boolean> {
  return (await db.selectFrom('house.house').select('name').executeTakeFirst()) !== undefined;
}

async function hasDemoMembers(db: Db): Promise<boolean> {
  const first = await db
    .selectFrom('members.user_name_claim')
    .select('member_id')
    .where('name_key', '=', nameKey(DEMO_MEMBERS[0].userName))
    .executeTakeFirst();
  return first !== undefined;
}

/** Throws `StartFailure` when a killed season left the clock stopped. */
async function refuseStoppedClock(db: Db): Promise<void> {
  if (!(await isClockTaken(db))) return;
  throw new StartFailure(
    'A season was broken off and left its clock behind: run `npm run club -- seed season` to put the clock right',
  );
}

/** Throws for a house with real money: play data, demo members included, must not get into it. */
async function refuseUnlessPlay(db: Db): Promise<void> {
  const { mode } = await db.selectFrom('house.house').select('mode').executeTakeFirstOrThrow();
  if (mode !== 'play') throw new NotAPlayHouse('this database belongs to a live house; it is not seeded');
}

export async function makeHouse(db: Db, startingCredits: bigint = PLAY_HOUSE.startingCredits): Promise<void> {
  await transaction(db, async (tx) => {
    await createHouse(tx, { ...PLAY_HOUSE, startingCredits });
    await addClasses(tx);
    await tx.q
      .insertInto('house.banner')
      .values(BANNERS.map((banner, position) => ({ ...banner, texts: textsOf(banner), id: newId(), position })))
      .execute();
    for (const [place, english] of NOTICES.entries()) {
      const others = Object.entries(NOTICE_TEXTS[place] ?? {}) as [LanguageCode, readonly [string, string]][];
      const words = others.map(([locale, [title, text]]) => ({ locale, title, text }));
      const id = await createNotice(tx, [{ locale: 'en', ...english }, ...words]);
      await publishNotice(tx, id, { from: null, until: null });
    }
    for (const [index, question] of QUESTIONS.entries()) {
      const texts = byLanguage(question, ([asked, answer]) => ({ question: asked, answer }));
      await createQuestion(tx, { texts: JSON.parse(texts), place: index + 1, hidden: false }, null);
    }
    await publishAgreement(tx, PLAY_AGREEMENTS);
  });
}

/** Adds missing classes; existing ones stay unchanged. */
async function addClasses(tx: Tx): Promise<void> {
  await tx.q
    .insertInto('lottery.class')
    .values(CLASSES.map((one) => ({ ...one, texts: classTexts(one.key) })))
    .onConflict((on) => on.doNothing())
    .execute();
}

function textsOf({ link }: (typeof BANNERS)[number]): string {
  return byLanguage(BANNER_TEXTS[link], ([title, text]) => ({ title, text }));
}

function lotteryTexts(key: string): string {
  const words = LOTTERY_TEXTS[key];
  return words === undefined ? '{}' : byLanguage(words, ([name, description]) => ({ name, description }));
}

function classTexts(key: string): string {
  const words = CLASS_TEXTS[key];
  return words === undefined ? '{}' : byLanguage(words, (name) => ({ name }));
}

/** Adds them once. Later changes by staff stay. */
async function hangPaymentLogos(db: Db): Promise<void> {
  if ((await listPaymentLogos(db)).length > 0) return;
  await transaction(db, async (tx) => {
    for (const [place, logo] of PAYMENT_LOGOS.entries()) await createPaymentLogo(tx, { ...logo, place, hidden: false });
  });
}

async function publishMissingTables(db: Db, plans: readonly LotteryPlan[], options: SeedOptions): Promise<void> {
  const house = await db.selectFrom('house.house').select('origin').executeTakeFirstOrThrow();
  const known = await db.selectFrom('lottery.odds_table').select('lottery_id').execute();
  const missing = plans.filter((plan) => !known.some((row) => row.lottery_id === plan.id));
  if (missing.length === 0) return;
  await transaction(db, addClasses);
  const beacon = await chooseBeacon({ mode: options.beacon, localUrl: options.localBeaconUrl });
  const receiptKey = await loadReceiptKey(options.keysDir);
  for (const plan of missing) await openLottery(db, plan, beacon, receiptKey, house.origin);
}

/** A lottery with its gates and its first table. */
export async function openLottery(
  db: Db,
  plan: LotteryPlan,
  beacon: Pick<Beacon, 'kind' | 'chain'>,
  receiptKey: ReceiptKey,
  origin: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.q
      .insertInto('lottery.lottery')
      .values({
        id: plan.id,
        key: plan.key,
        class_id: plan.classId,
        name: plan.name,
        description: plan.description,
        icon: plan.icon,
        period_seconds: plan.periodSeconds,
        hot: plan.hot,
        position: plan.id,
        texts: lotteryTexts(plan.key),
      })
      .onConflict((on) => on.doNothing())
      .execute();
    await sql`
      insert into lottery.gate (bucket, lottery_id, period)
      select g, ${plan.id}::smallint, 0 from generate_series(0, 255) g on conflict do nothing`.execute(tx.q);
  });
  await publishTable(db, {
    key: plan.key,
    period_seconds: String(plan.periodSeconds),
    chain_hash: beacon.chain.hash,
    public_key: beacon.chain.publicKey,
    scheme: BEACON_SCHEME,
    genesis: String(beacon.chain.genesis),
    beacon_period: String(beacon.chain.period),
    beacon_kind: beacon.kind,
    multipliers: multipliersOf(plan),
    stake_min: String(LIMITS.stakeMin),
    stake_max: String(LIMITS.stakeMax),
    slip_max: String(LIMITS.slipMax),
    member_cap: String(LIMITS.memberCap),
    period_cap: String(LIMITS.periodCap),
    min_balance: String(plan.minBalance),
    receipt_key: receiptKey.publicKey,
    witnesses: [],
    quorum: '0',
    build: 'development',
    origin,
  });
}

function multipliersOf({ layout }: LotteryPlan): TableEntry['multipliers'] {
  const bets = layout === 'sic-bo' ? BETS : SUM_BETS;
  return Object.fromEntries(
    bets.map((bet) => [bet, isNumberBet(bet) ? NUMBER_PAYS : String(fairMultiplier(bet, RETURN.num, RETURN.den))]),
  );
}

async function admitDemoMembers(db: Db): Promise<void> {
  const passwords = createPasswords();
  for (const { userName, password, birthDate } of DEMO_MEMBERS) {
    const passwordHash = await passwords.hash(password);
    await transaction(db, (tx) =>
      admit(tx, {
        memberId: newId(),
        userName,
        passwordHash,
        birthDate,
        agreementVersion: CURRENT_AGREEMENT,
      }),
    );
  }
}

function createFreshInvite(db: Db): Promise<string> {
  return transaction(db, async (tx) => {
    const now = await clockNow(tx.q);
    return createInvite(tx, { issuer: null, expiresAt: new Date(now.getTime() + INVITE_DAYS * 86_400_000) });
  });
}
