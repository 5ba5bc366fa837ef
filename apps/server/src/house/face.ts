import { createHash } from 'node:crypto';
import { type AccentTheme, accentFault, DEFAULT_ACCENT } from '@tercet/contract/accent.ts';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/** Background of the app's icons. */
export const GROUNDS = ['paper', 'accent'] as const;
/** Names of the app's icons. */
export const ICON_NAMES = ['icon-180', 'icon-192', 'icon-512', 'maskable-512'] as const;
export type IconName = (typeof ICON_NAMES)[number];
/** The members' app's own paper colour. */
const PAPER = '#faf8f3';
/** Notification channel on which processes learn of another face. */
export const FACE_CHANNEL = 'face';

/** What members see of the house. Colours are `#rrggbb`. */
export interface FacePlan {
  name: string;
  accentLight: string;
  accentDark: string;
  ground: (typeof GROUNDS)[number];
  /** Id of an uploaded logo; null: the app's own mark. */
  logo: string | null;
}

export interface Face extends FacePlan {
  version: number;
  atMs: number;
}

/** The face in force. Null while members see the founding name and the app's own mark and colours. */
export async function readFace(q: Db | Tx['q']): Promise<Face | null> {
  const row = await q.selectFrom('house.face').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst();
  if (!row) return null;
  return {
    version: row.version,
    name: row.name,
    accentLight: row.accent_light,
    accentDark: row.accent_dark,
    ground: row.ground === 'accent' ? 'accent' : 'paper',
    logo: row.logo,
    atMs: row.at.getTime(),
  };
}

/** Names that the house has had, newest first, 100 at most. Members may not take them. */
export async function faceNames(q: Db): Promise<string[]> {
  const rows = await q.selectFrom('house.face').select('name').orderBy('version', 'desc').limit(100).execute();
  return [...new Set(rows.map(({ name }) => name))];
}

/** A face without changes, for a house that never had one. */
export function firstFace(name: string): FacePlan {
  return { name, accentLight: DEFAULT_ACCENT.light, accentDark: DEFAULT_ACCENT.dark, ground: 'paper', logo: null };
}

/** Throws `accent-weak` for an accent on which or in which text is hard to read, with its contrast and a better one. */
export function refuseWeakAccents({ accentLight, accentDark }: Pick<FacePlan, 'accentLight' | 'accentDark'>): void {
  const accents: [AccentTheme, string, string][] = [
    ['light', accentLight, 'accentLight'],
    ['dark', accentDark, 'accentDark'],
  ];
  for (const [theme, accent, field] of accents) {
    const fault = accentFault(accent, theme);
    if (fault !== null) throw new Refusal('accent-weak', { ...fault }, { [field]: 'accent-weak' });
  }
}

/** Background of the icons of a face, as `#rrggbb`. */
export function groundOf({ ground, accentLight }: Pick<FacePlan, 'ground' | 'accentLight'>): string {
  return ground === 'accent' ? accentLight : PAPER;
}

/** Stores an uploaded logo. Members do not see it before a face names it. Returns its id. */
export async function addLogo(tx: Tx, webp: Uint8Array): Promise<string> {
  const id = createHash('sha256').update(webp).digest('hex');
  await tx.q
    .insertInto('house.logo')
    .values({ id, picture: Buffer.from(webp) })
    .onConflict((on) => on.doNothing())
    .execute();
  return id;
}

/** The logo (WebP); null for an unknown id. */
export async function readLogo(q: Db | Tx['q'], id: string): Promise<Buffer | null> {
  const row = await q.selectFrom('house.logo').select('picture').where('id', '=', id).executeTakeFirst();
  return row?.picture ?? null;
}

/** An icon (PNG) of a version of the face; null without one. */
export async function readIcon(q: Db, version: number, name: IconName): Promise<Buffer | null> {
  const row = await q
    .selectFrom('house.icon')
    .select('picture')
    .where('version', '=', version)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.picture ?? null;
}

/**
 * Puts a face into force in all processes. `icons` are those of its logo; null without one. Earlier versions stay.
 * Throws `accent-weak`, and `busy` when another change is made concurrently.
 */
export async function setFace(
  tx: Tx,
  plan: FacePlan,
  icons: Readonly<Record<IconName, Uint8Array>> | null,
  staffId: string,
): Promise<{ before: Face | null; after: Face }> {
  refuseWeakAccents(plan);
  const before = await readFace(tx.q);
  const version = (before?.version ?? 0) + 1;
  const { name, accentLight, accentDark, ground, logo } = plan;
  const row = await tx.q
    .insertInto('house.face')
    .values({ version, name, accent_light: accentLight, accent_dark: accentDark, ground, logo, set_by: staffId })
    .onConflict((on) => on.doNothing())
    .returning('at')
    .executeTakeFirst();
  if (!row) throw new Refusal('busy');
  if (icons !== null) {
    const rows = ICON_NAMES.map((icon) => ({ version, name: icon, picture: Buffer.from(icons[icon]) }));
    await tx.q.insertInto('house.icon').values(rows).execute();
  }
  await sql`select pg_notify(${FACE_CHANNEL}, '')`.execute(tx.q);
  return { before, after: { ...plan, version, atMs: row.at.getTime() } };
}
