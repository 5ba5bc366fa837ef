import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BookStore } from '../../book/store.ts';
import type { FilmStore } from '../../video/film-store.ts';

/** A store in a folder that a web server serves as static files. The web server sets the cache headers. */
export function diskStore(folder: string): BookStore & FilmStore {
  return {
    async get(path) {
      try {
        return await readFile(join(folder, path));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async put(path, { bytes }) {
      const place = join(folder, path);
      const draft = `${place}.${randomBytes(6).toString('hex')}.tmp`;
      await mkdir(dirname(place), { recursive: true });
      const file = await open(draft, 'wx', 0o644);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, place);
    },
    remove: (path) => rm(join(folder, path), { force: true }),
  };
}
