import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/** Texts about the house's service, in one language. */
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
  /** By language, as a BCP 47 tag. */
  texts: Readonly<Record<string, ServiceTexts>>;
}

export interface Service extends ServicePlan {
  version: number;
  /** The house's page for questions, over https; null: none. */
  url: string | null;
  atMs: number;
}

/** The current version; null when nothing was set. */
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

export interface ServiceChange {
  before: Service | null;
  after: Service;
}

/**
 * Stores a new version, with the same page. Earlier versions stay. Throws `busy` when another change is made
 * concurrently.
 */
export async function setService(tx: Tx, plan: ServicePlan, staffId: string): Promise<ServiceChange> {
  const before = await readService(tx.q);
  return write(tx, { ...plan, url: before?.url ?? null }, before, staffId);
}

/**
 * Sets or removes the page for questions. A new page takes two people; the caller has checked that. Throws `link-bad`,
 * `busy`.
 */
export async function setServicePage(tx: Tx, url: string | null, staffId: string): Promise<ServiceChange> {
  if (url !== null) refuseBadUrl(url);
  const before = await readService(tx.q);
  const { open, hours, texts } = before ?? (await emptyServicePlan(tx));
  return write(tx, { open, hours, texts, url }, before, staffId);
}

/** Defaults of a house without a stored version. */
async function emptyServicePlan(tx: Tx): Promise<ServicePlan> {
  const house = await tx.q.selectFrom('house.house').select('support_hours as hours').executeTakeFirstOrThrow();
  return { open: true, hours: house.hours, texts: {} };
}

async function write(
  tx: Tx,
  plan: ServicePlan & Pick<Service, 'url'>,
  before: Service | null,
  staffId: string,
): Promise<ServiceChange> {
  const { open, hours, url, texts } = plan;
  const row = await tx.q
    .insertInto('house.service')
    .values({
      version: (before?.version ?? 0) + 1,
      ...{ open, hours, url },
      texts: JSON.stringify(texts),
      set_by: staffId,
    })
    .onConflict((on) => on.doNothing())
    .returning(['version', 'at'])
    .executeTakeFirst();
  if (!row) throw new Refusal('busy');
  return { before, after: { open, hours, url, texts, version: row.version, atMs: row.at.getTime() } };
}

/**
 * A plain host name with a domain. Other forms that browsers accept as hosts could change the meaning of a frame
 * policy.
 */
export const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** Throws `link-bad` unless the address is plain https, in the browsers' own spelling. */
export function refuseBadUrl(url: string): void {
  const read = URL.canParse(url) ? new URL(url) : null;
  const isAsWritten = read?.href === url || read?.href === `${url}/`;
  const isPlain = PLAIN_HOST.test(read?.hostname ?? '');
  const isGood = isAsWritten && isPlain && read?.protocol === 'https:' && read.username === '' && read.password === '';
  if (!isGood) throw new Refusal('link-bad', {}, { url: 'link-bad' });
}
