import { createHash } from 'node:crypto';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/** Names of the house's drawings. The app has exactly one for each. */
export const MADE_LOGOS = ['card', 'bank', 'wallet'] as const;
export type MadeLogo = (typeof MADE_LOGOS)[number];

export interface PaymentLogoPlan {
  name: string;
  /** Null keeps the uploaded picture. */
  made: MadeLogo | null;
  /** Sort position, smallest first. Equal positions are sorted by creation. */
  place: number;
  hidden: boolean;
}

export interface PaymentLogo extends PaymentLogoPlan {
  id: string;
  /** Version of the uploaded picture, derived from its bytes; null for none. */
  version: string | null;
}

const LISTED_MAX = 100;
const SHOWN_MAX = 24;

/** Logos shown to everyone, in order. */
export async function shownPaymentLogos(q: Db | Tx['q']): Promise<PaymentLogo[]> {
  const rows = await all(q).where('hidden_at', 'is', null).limit(SHOWN_MAX).execute();
  return rows.map(logoOf);
}

/** All logos, in order, including hidden ones, 100 at most. */
export async function listPaymentLogos(q: Db | Tx['q']): Promise<PaymentLogo[]> {
  return (await all(q).limit(LISTED_MAX).execute()).map(logoOf);
}

/** Reads one logo. Throws `not-found`. */
export async function readPaymentLogo(q: Db | Tx['q'], id: string): Promise<PaymentLogo> {
  const row = await all(q).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return logoOf(row);
}

/** Creates a logo with a drawing of the house; a picture can be uploaded later. Throws `fill-in` without a drawing. */
export async function createPaymentLogo(tx: Tx, plan: PaymentLogoPlan): Promise<PaymentLogo> {
  if (plan.made === null) throw new Refusal('fill-in', {}, { made: 'fill-in' });
  const { id } = await tx.q
    .insertInto('house.payment_logo')
    .values({
      id: newId(),
      name: plan.name,
      made: plan.made,
      place: plan.place,
      hidden_at: plan.hidden ? await clockNow(tx.q) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readPaymentLogo(tx.q, id);
}

/**
 * Changes a logo. Choosing a drawing deletes the uploaded picture. Returns both states. Throws `not-found`, and
 * `fill-in` when neither a drawing nor a picture would be left.
 */
export async function changePaymentLogo(
  tx: Tx,
  id: string,
  plan: PaymentLogoPlan,
): Promise<{ before: PaymentLogo; after: PaymentLogo }> {
  const before = await takePaymentLogo(tx, id);
  if (plan.made === null && before.version === null) throw new Refusal('fill-in', {}, { made: 'fill-in' });
  const picture = plan.made === null ? {} : { made: plan.made, picture: null, version: null };
  const now = await clockNow(tx.q);
  await tx.q
    .updateTable('house.payment_logo')
    .set({ name: plan.name, place: plan.place, ...picture })
    .$if(plan.hidden !== before.hidden, (query) => query.set({ hidden_at: plan.hidden ? now : null }))
    .where('id', '=', id)
    .execute();
  return { before, after: await readPaymentLogo(tx.q, id) };
}

/**
 * Stores a picture that the server has encoded itself; it replaces the drawing. Returns both states. Throws
 * `not-found`.
 */
export async function setPaymentLogoPicture(
  tx: Tx,
  id: string,
  webp: Uint8Array,
): Promise<{ before: PaymentLogo; after: PaymentLogo }> {
  const before = await takePaymentLogo(tx, id);
  const version = createHash('sha256').update(webp).digest('hex').slice(0, 16);
  await tx.q
    .updateTable('house.payment_logo')
    .set({ made: null, picture: Buffer.from(webp), version })
    .where('id', '=', id)
    .execute();
  return { before, after: await readPaymentLogo(tx.q, id) };
}

/** The uploaded picture (WebP); null when there is none, and for a hidden logo. */
export async function readPaymentLogoPicture(db: Db, id: string): Promise<{ picture: Buffer; version: string } | null> {
  const row = await db
    .selectFrom('house.payment_logo')
    .select(['picture', 'version'])
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();
  return row?.picture && row.version ? { picture: row.picture, version: row.version } : null;
}

async function takePaymentLogo(tx: Tx, id: string): Promise<PaymentLogo> {
  const row = await all(tx.q).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return logoOf(row);
}

function all(q: Db | Tx['q']) {
  return q
    .selectFrom('house.payment_logo')
    .select(['id', 'name', 'made', 'version', 'place', 'hidden_at'])
    .orderBy('place')
    .orderBy('id');
}

type Row = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;

function logoOf({ id, name, made, version, place, hidden_at }: Row): PaymentLogo {
  return {
    id,
    name,
    made: MADE_LOGOS.find((one) => one === made) ?? null,
    version,
    place,
    hidden: hidden_at !== null,
  };
}
