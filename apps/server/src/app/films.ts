import { diskStore } from '../adapters/storage/disk.ts';
import { s3Store } from '../adapters/storage/s3.ts';
import type { Config, StorePlace } from '../config/config.ts';
import type { FilmStore } from '../video/film-store.ts';

/** Where films are kept, for the API and the jobs alike. */
export function openFilmStore({ films }: Pick<Config, 'films'>): FilmStore {
  return storeAt(films.store);
}

/** What speaks to a place of files, whoever keeps them there. */
export function storeAt(place: StorePlace) {
  return place.kind === 'disk' ? diskStore(place.folder) : s3Store(place);
}
