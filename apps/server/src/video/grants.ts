import { createHmac, timingSafeEqual } from 'node:crypto';

/** All of the film, or only its beginning. Each has files of its own: a grant for one opens nothing of the other. */
export type FilmKind = 'full' | 'preview';

/** Leave to fetch the files of one film. It travels in a cookie for the film's own path alone. */
export interface Grant {
  filmId: string;
  kind: FilmKind;
  /** Null: of a visitor, who sees previews. */
  memberId: string | null;
  untilMs: number;
}

/** Long enough for a line that hangs; short enough that what was refunded or withdrawn ends soon. */
export const GRANT_MS = 10 * 60_000;

/** Of which film, and which part of it, a file is. */
type FileOf = Pick<Grant, 'filmId' | 'kind'>;

/** Grants that are remembered, some 300 bytes each. */
const KNOWN_MAX = 20_000;

const CONTEXT = 'tercet/v1/film';
const NOBODY = '-';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const SHAPE = new RegExp(`^(${UUID})\\.(full|preview)\\.(${UUID}|-)\\.([1-9]\\d{0,15})\\.([\\w-]{43})$`);

/** As text for a cookie: what it says, and its HMAC-SHA-256, so that a CDN can check it without asking. */
export function writeGrant(key: Buffer, { filmId, kind, memberId, untilMs }: Grant): string {
  const said = [filmId, kind, memberId ?? NOBODY, untilMs].join('.');
  return `${said}.${macOf(key, said).toString('base64url')}`;
}

/**
 * Reads grants under one key: null for anything that was not written with it, is over, or opens another film or another
 * kind of it. Remembers those that were right: a player sends the same one with each file.
 */
export function createGrantReader(key: Buffer): (text: string, asked: FileOf, nowMs: number) => Grant | null {
  const known = new Map<string, Grant>();
  return (text, asked, nowMs) => {
    const grant = known.get(text) ?? openGrant(key, text);
    if (grant === null) return null;
    // All at once: a grant is good for minutes, and looked at anew in microseconds.
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(text, grant);
    return opens(grant, asked, nowMs) ? grant : null;
  };
}

/** What was written with the key, whatever it opens; null for anything else. */
function openGrant(key: Buffer, text: string): Grant | null {
  const parts = SHAPE.exec(text);
  if (!parts) return null;
  const [, filmId = '', kind = '', member = '', until = '', mac = ''] = parts;
  const said = text.slice(0, text.lastIndexOf('.'));
  if (!timingSafeEqual(macOf(key, said), Buffer.from(mac, 'base64url'))) return null;
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

/** Where the files of a film are, and where its cookie goes. */
export function pathOfFilm({ filmId, kind }: Pick<Grant, 'filmId' | 'kind'>): string {
  return `/films/${filmId}/${kind}/`;
}

function macOf(key: Buffer, said: string): Buffer {
  return createHmac('sha256', key).update(`${CONTEXT}\0${said}`).digest();
}
