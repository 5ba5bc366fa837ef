import { openFilmStore } from '@tercet/server/app/films.ts';
import { readConfig } from '@tercet/server/config/config.ts';
import type { FilmStore } from '@tercet/server/video/film-store.ts';

/** Opens the film store that the server of this database and these keys uses, `TERCET_FILMS` included. */
export function openClubFilmStore(keysDir: string): FilmStore {
  return openFilmStore(
    readConfig({
      ...process.env,
      TERCET_KEYS: keysDir,
      TERCET_PAYMENTS: 'none',
      TERCET_IDENTITY: 'none',
    }),
  );
}
