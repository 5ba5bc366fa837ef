import { webStore } from '../adapters/storage/web.ts';
import { httpWitness } from '../adapters/witness.ts';
import type { ExternalSources } from '../book/external-claims.ts';
import { type BookGuard, createGuard } from '../book/guard.ts';
import { findLogKeys, readLogKeys } from '../book/log-key.ts';
import { createMirror, type Mirror } from '../book/mirror.ts';
import type { Config, StorePlace } from '../config/config.ts';
import type { Db } from '../db/pool.ts';
import { sealedLeavesOf } from '../draw/evidence/sealed-leaves.ts';
import type { Catalogue } from '../lottery/catalogue.ts';
import { storeAt } from './films.ts';

/** The mirror that uploads the book to its public store. Null without a store. */
export function mirrorOf(db: Db, catalogue: () => Catalogue, { bookStore }: Pick<Config, 'bookStore'>): Mirror | null {
  if (bookStore === null) return null;
  return createMirror({ db, store: storeAt(bookStore), leavesOf: (drawId) => sealedLeavesOf(db, catalogue(), drawId) });
}

type Places = Pick<Config, 'bookStore' | 'witnesses'>;

/** Parties that know the published book: the store, the witnesses, and further places (folders, URLs). */
export function outsideOf({ bookStore, witnesses }: Places, more: readonly string[] = []): ExternalSources {
  const places: { name: string; place: StorePlace | URL }[] = more.map((name) => ({
    name,
    place: /^https?:/.test(name) ? new URL(name) : { kind: 'disk', folder: name },
  }));
  if (bookStore) places.push({ name: nameOf(bookStore), place: bookStore });
  return {
    stores: places.map(({ name, place }) => ({ name, store: place instanceof URL ? webStore(place) : storeAt(place) })),
    witnesses: witnesses.map((witness) => httpWitness(witness)),
  };
}

export function guardOf(db: Db, origin: string, config: Places & Pick<Config, 'keysDir'>): BookGuard {
  return createGuard({ db, origin, keysDir: config.keysDir, outside: outsideOf(config) });
}

/**
 * The book's verifier keys from the keys folder, which no database access can change. If the folder has none, the keys
 * that the database names.
 */
export async function bookKeys(db: Db, origin: string, { keysDir }: Pick<Config, 'keysDir'>): Promise<string[]> {
  const own = (await findLogKeys(keysDir, origin)).map(({ vkey }) => vkey);
  return own.length > 0 ? own : (await readLogKeys(db)).map(({ vkey }) => vkey);
}

function nameOf(place: StorePlace): string {
  return place.kind === 'disk' ? place.folder : `s3://${place.bucket}/${place.prefix}`;
}
