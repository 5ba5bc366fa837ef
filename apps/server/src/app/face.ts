import { listen } from '../db/listen.ts';
import type { Db } from '../db/pool.ts';
import { FACE_CHANNEL, type Face, readFace } from '../house/face.ts';
import type { House } from '../house/house.ts';

/** Keeps the face of the house in memory, and reloads it when another one is set. */
export async function keepFace(db: Db, url: string) {
  let face = await readFace(db);
  const reload = (): void => {
    readFace(db).then(
      (next) => {
        face = next;
      },
      () => {},
    );
  };
  const listener = listen(url, FACE_CHANNEL, { onMessage: reload, onGap: reload });
  return { read: () => face, stop: () => listener.close() };
}

/** The house under the name that its face gives it now. */
export function namedBy(house: House, face: () => Face | null): House {
  return {
    ...house,
    get name() {
      return face()?.name ?? house.name;
    },
  };
}
