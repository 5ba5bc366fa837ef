import { diskStore } from '../adapters/storage/disk.ts';
import { s3Store } from '../adapters/storage/s3.ts';
import type { Config, StorePlace } from '../config/config.ts';
import type { FilmStore } from '../video/film-store.ts';

/** Storage of films, for the API and the jobs. */
export function openFilmStore({ films }: Pick<Config, 'films'>): FilmStore {
  return storeAt(films.store);
}

/** Client of a file storage: disk or S3. */
export function storeAt(place: StorePlace) {
  return place.kind === 'disk' ? diskStore(place.folder) : s3Store(place);
}
