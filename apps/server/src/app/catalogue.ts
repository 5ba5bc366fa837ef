import { listen } from '../db/listen.ts';
import type { Db } from '../db/pool.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';

/** Keeps the catalogue in memory, and reloads it when a table or switch is written. */
export async function keepCatalogue(db: Db, url: string) {
  let catalogue = await loadCatalogue(db);
  const reload = (): void => {
    loadCatalogue(db).then(
      (next) => {
        catalogue = next;
      },
      () => {},
    );
  };
  const listener = listen(url, 'tables', { onMessage: reload, onGap: reload });
  return { read: () => catalogue, stop: () => listener.close() };
}
