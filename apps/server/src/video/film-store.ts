/** A stored file of the library. It fits in memory, as segments and parts of uploads do. */
export interface StoredFile {
  bytes: Uint8Array;
  contentType: string;
  cacheControl: string;
}

/** Storage of films and of parts of uploads: a folder, or object storage. */
export interface FilmStore {
  /** Null if there is no such file. */
  get(path: string): Promise<Uint8Array | null>;
  /** Atomic: no reader ever sees a partial file. */
  put(path: string, file: StoredFile): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(path: string): Promise<void>;
}

/** Files are immutable: another film has another id, other captions another version. */
const FOR_EVER = 'private, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
};

/** Content type of a film's file, by its extension. */
export function typeOfFile(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

export function keepFile(store: FilmStore, path: string, bytes: Uint8Array): Promise<void> {
  return store.put(path, { bytes, contentType: typeOfFile(path), cacheControl: FOR_EVER });
}

/** Folder with all files of a film. */
export function folderOfFilm(filmId: string): string {
  return `films/${filmId}`;
}

/** Path of a part of an upload, by its offset. */
export function pathOfPart(filmId: string, offset: number): string {
  return `uploads/${filmId}/${String(offset).padStart(15, '0')}`;
}

/** Removes files, a few at a time. Continues after a failure and throws the first at the end. */
export async function removeAll(store: FilmStore, paths: readonly string[]): Promise<void> {
  const left = [...paths];
  const faults: unknown[] = [];
  const work = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      await store.remove(path).catch((error: unknown) => faults.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (faults.length > 0) throw faults[0];
}

const AT_ONCE = 4;
