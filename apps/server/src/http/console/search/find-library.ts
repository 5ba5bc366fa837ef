import type { Tx } from '../../../db/transaction.ts';
import { type AdminHost, findAdminHost, listAdminHosts } from '../../../directory/admin-hosts.ts';
import { bestWords, type LanguageCode } from '../../../languages.ts';
import { findTitle, listTitles, type ManagedTitle } from '../../../video/manage-titles.ts';
import { type Found, firstOf, HITS_MAX, type Hit, hit } from './hit.ts';
import type { Term } from './term.ts';

/** Languages in which names are shown, the preferred first. */
export interface Spoken {
  languages: readonly LanguageCode[];
  house: string;
}

/** Hosts by id or by a part of their name. The house has few, so this reads all names. */
export async function findHosts({ q }: Tx, { id, name }: Term, spoken: Spoken): Promise<Found> {
  if (id !== null) {
    const host = await findAdminHost(q, id);
    return firstOf(host === null ? [] : [hostHit(host, spoken)]);
  }
  if (name === null) return firstOf([]);
  const { items } = await listAdminHosts(q, { search: name, limit: HITS_MAX + 1 });
  return firstOf(items.map((host) => hostHit(host, spoken)));
}

function hostHit(host: AdminHost, { languages, house }: Spoken): Hit {
  const { id, texts, draft, city, createdAtMs } = host;
  const name = bestWords(texts ?? draft ?? {}, languages, house)?.name ?? '';
  const about = bestWords(city, languages, house)?.name ?? null;
  return hit({ kind: 'host', id, name, about, state: stateOf(host), atMs: createdAtMs });
}

function stateOf({ removedAtMs, shown }: AdminHost): string {
  if (removedAtMs !== null) return 'removed';
  return shown ? 'shown' : 'notShown';
}

/** Titles by id or by a part of their name. The library has few, so this reads all names. */
export async function findTitles({ q }: Tx, { id, name }: Term, spoken: Spoken): Promise<Found> {
  if (id !== null) {
    const title = await findTitle(q, id);
    return firstOf(title === null ? [] : [titleHit(title, spoken)]);
  }
  if (name === null) return firstOf([]);
  const { items } = await listTitles(q, { search: name, limit: HITS_MAX + 1 });
  return firstOf(items.map((title) => titleHit(title, spoken)));
}

function titleHit({ id, texts, state, publishedAtMs, createdAtMs }: ManagedTitle, { languages, house }: Spoken): Hit {
  const name = bestWords(texts, languages, house)?.name ?? '';
  return hit({ kind: 'title', id, name, state, atMs: publishedAtMs ?? createdAtMs });
}
