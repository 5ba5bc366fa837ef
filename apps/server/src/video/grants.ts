import { createHmac, timingSafeEqual } from 'node:crypto';

/** The whole film or its preview. Each has its own files: a grant for one does not open the other. */
export type FilmKind = 'full' | 'preview';

/** Permission to fetch the files of one film. It travels in a cookie for that film's path only. */
export interface Grant {
  filmId: string;
  kind: FilmKind;
  /** Null: a visitor's grant, for previews. */
  memberId: string | null;
  untilMs: number;
}

/**
 * Lifetime of a grant: long enough to survive a slow connection, short enough that a refund or withdrawal takes effect
 * soon.
 */
export const GRANT_MS = 10 * 60_000;

/** The film and kind of a file. */
type FileOf = Pick<Grant, 'filmId' | 'kind'>;

/** Grants remembered; about 300 bytes each. */
const KNOWN_MAX = 20_000;

const CONTEXT = 'tercet/v1/film';
const NOBODY = '-';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const SHAPE = new RegExp(`^(${UUID})\\.(full|preview)\\.(${UUID}|-)\\.([1-9]\\d{0,15})\\.([\\w-]{43})$`);

/** A grant as cookie text: its content and its HMAC-SHA-256, so that a CDN can verify it offline. */
export function writeGrant(key: Buffer, { filmId, kind, memberId, untilMs }: Grant): string {
  const stated = [filmId, kind, memberId ?? NOBODY, untilMs].join('.');
  return `${stated}.${macOf(key, stated).toString('base64url')}`;
}

/**
 * Creates a reader of grants under one key. It returns null for a forged or expired grant, and for one of another film
 * or kind. Valid grants are remembered, since a player sends the same one with each file.
 */
export function createGrantReader(key: Buffer): (text: string, requested: FileOf, nowMs: number) => Grant | null {
  const known = new Map<string, Grant>();
  return (text, requested, nowMs) => {
    const grant = known.get(text) ?? openGrant(key, text);
    if (grant === null) return null;
    // Clear all at once: a grant is valid for minutes, and verification takes microseconds.
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(text, grant);
    return opens(grant, requested, nowMs) ? grant : null;
  };
}

/** The grant in a text with a valid MAC, for any film; null for anything else. */
function openGrant(key: Buffer, text: string): Grant | null {
  const parts = SHAPE.exec(text);
  if (!parts) return null;
  const [, filmId = '', kind = '', member = '', until = '', mac = ''] = parts;
  const message = text.slice(0, text.lastIndexOf('.'));
  if (!timingSafeEqual(macOf(key, message), Buffer.from(mac, 'base64url'))) return null;
  return {
    filmId,
    kind: kind === 'full' ? 'full' : 'preview',
    memberId: member === NOBODY ? null : member,
    untilMs: Number(until),
  };
}

function opens(grant: Grant, { filmId, kind }: FileOf, nowMs: number): boolean {
  return grant.filmId === filmId && grant.kind === kind && grant.untilMs > nowMs;
}

/** URL path of a film's files and of its cookie. */
export function pathOfFilm({ filmId, kind }: Pick<Grant, 'filmId' | 'kind'>): string {
  return `/films/${filmId}/${kind}/`;
}

function macOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(`${CONTEXT}\0${text}`).digest();
}
