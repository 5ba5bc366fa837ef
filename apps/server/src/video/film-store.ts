/** A file of the library as it is kept: small enough to be held in memory, as segments and parts of uploads are. */
export interface KeptFile {
  bytes: Uint8Array;
  contentType: string;
  cacheControl: string;
}

/** Where films, and the parts of uploads, are kept: a folder, or object storage. */
export interface FilmStore {
  /** Null where there is none. */
  get(path: string): Promise<Uint8Array | null>;
  /** Whole or not at all: no reader ever finds half a file. */
  put(path: string, file: KeptFile): Promise<void>;
  /** Removing what is not there does nothing. */
  remove(path: string): Promise<void>;
}

/** Nothing of it is ever changed: another film has another id, other captions another version. */
const FOR_EVER = 'private, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
};

/** What a file of a film is, by the end of its name. */
export function typeOfFile(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

export function keepFile(store: FilmStore, path: string, bytes: Uint8Array): Promise<void> {
  return store.put(path, { bytes, contentType: typeOfFile(path), cacheControl: FOR_EVER });
}

/** All that belongs to a film begins with this. */
export function folderOfFilm(filmId: string): string {
  return `films/${filmId}`;
}

/** Of a part of an upload, by where it begins. */
export function pathOfPart(filmId: string, offset: number): string {
  return `uploads/${filmId}/${String(offset).padStart(15, '0')}`;
}

/** Names as `store.remove` takes them, a few at once. Goes on after a failure, and throws the first at the end. */
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
