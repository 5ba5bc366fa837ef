import { diskStore } from '../adapters/storage/disk.ts';
import { s3Store } from '../adapters/storage/s3.ts';
import type { Config, StorePlace } from '../config/config.ts';
import type { VideoRoutesDeps } from '../http/member/video/video-routes.ts';
import type { FilmStore } from '../video/film-store.ts';
import { loadFilmKey } from '../video/keys.ts';

/** Where films are kept, for the API and the jobs alike. */
export function openFilmStore({ films }: Pick<Config, 'films'>): FilmStore {
  return storeAt(films.store);
}

/** What the library's endpoints need beside what all do. */
export async function openVideos(
  config: Config,
  shared: Omit<VideoRoutesDeps, 'filmKey' | 'store' | 'accel'>,
): Promise<VideoRoutesDeps> {
  const { accel } = config.films;
  return { ...shared, filmKey: await loadFilmKey(config.keysDir), store: openFilmStore(config), accel };
}

/** What speaks to a place of files, whoever keeps them there. */
export function storeAt(place: StorePlace) {
  return place.kind === 'disk' ? diskStore(place.folder) : s3Store(place);
}
