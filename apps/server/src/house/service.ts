import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/** What the house says about its service, in one language. */
export interface ServiceTexts {
  /** How long a withdrawal takes, in words. */
  arrival: string;
  /** Help with payments. */
  helpTitle: string;
  helpText: string;
}

export interface ServicePlan {
  open: boolean;
  /** Such as `24/7`. */
  hours: string;
  /** A page of the house for questions, over https; null: there is none. */
  url: string | null;
  /** By language, as a BCP 47 tag. */
  texts: Readonly<Record<string, ServiceTexts>>;
}

export interface Service extends ServicePlan {
  version: number;
  atMs: number;
}

/** The last version; null where nothing was set yet. */
export async function readService(q: Db | Tx['q']): Promise<Service | null> {
  const row = await q
    .selectFrom('house.service')
    .select(['version', 'open', 'hours', 'url', 'texts', 'at'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { at, texts, ...same } = row;
  return { ...same, texts: texts as unknown as Service['texts'], atMs: at.getTime() };
}

/**
 * Says it from now on; what was said before is kept. Returns both. Throws `link-bad`, and `busy` where somebody else
 * does so at this moment.
 */
export async function setService(
  tx: Tx,
  plan: ServicePlan,
  staffId: string,
): Promise<{ before: Service | null; after: Service }> {
  refuseBadUrl(plan.url);
  const before = await readService(tx.q);
  const row = await tx.q
    .insertInto('house.service')
    .values({
      version: (before?.version ?? 0) + 1,
      open: plan.open,
      hours: plan.hours,
      url: plan.url,
      texts: JSON.stringify(plan.texts),
      set_by: staffId,
    })
    .onConflict((on) => on.doNothing())
    .returning(['version', 'at'])
    .executeTakeFirst();
  if (!row) throw new Refusal('busy');
  return { before, after: { ...plan, version: row.version, atMs: row.at.getTime() } };
}

/** Throws `link-bad` for anything but a plain https address, written as browsers write it. */
function refuseBadUrl(url: string | null): void {
  if (url === null) return;
  const read = URL.canParse(url) ? new URL(url) : null;
  const isAsWritten = read?.href === url || read?.href === `${url}/`;
  const isGood = isAsWritten && read?.protocol === 'https:' && read.username === '' && read.password === '';
  if (!isGood) throw new Refusal('link-bad', {}, { url: 'link-bad' });
}
