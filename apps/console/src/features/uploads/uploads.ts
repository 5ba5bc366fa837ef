import { type Film, sendFilmPart, startFilm } from '../../api/library/films.ts';
import { asProblem, Problem } from '../../api/shared/problem.ts';

/** A film that this page uploads. */
export interface Upload {
  filmId: string;
  videoId: string;
  fileName: string;
  bytes: number;
  receivedBytes: number;
  /** `stopped`: by `error`; only the user can resume it. */
  state: 'sending' | 'paused' | 'stopped' | 'done';
  error: unknown;
}

/** The server's record of a partly uploaded film. */
type BegunFilm = Pick<Film, 'id' | 'titleId' | 'fileName' | 'bytes' | 'receivedBytes' | 'partBytes'>;

/** Dependencies of the uploads. */
export interface UploadDeps {
  start: typeof startFilm;
  sendPart: typeof sendFilmPart;
  wait(ms: number): Promise<void>;
}

export interface Uploads {
  /** Starts uploading a file as a film of a title. Throws a `Problem` if it cannot start. */
  start(videoId: string, file: File): Promise<void>;
  /** Continues a partly uploaded film with the same file, chosen again. Throws `other-file`. */
  goOn(film: BegunFilm, file: File): void;
  pause(filmId: string): void;
  /** Resumes after a pause or stop. Does nothing if this page no longer has the file. */
  resume(filmId: string): void;
  /** Stops the upload and forgets it. */
  forget(filmId: string): void;
  /** The same object until something changes. */
  read(): readonly Upload[];
  subscribe(listener: () => void): () => void;
}

/** Consecutive failures before an upload stops. */
const TRIES_MAX = 6;
const FIRST_WAIT_MS = 1_000;
/** Temporary errors, retried with backoff. */
const PASSING = new Set(['offline', 'timeout', 'busy', 'internal', 'bad-answer', 'throttled']);

/**
 * Uploads of this page, each sent part by part. They continue while other pages are shown. After a reload, only the
 * server's record remains.
 */
export function createUploads({ start, sendPart, wait }: UploadDeps): Uploads {
  const files = new Map<string, { file: File; partBytes: number }>();
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  let all: readonly Upload[] = [];

  function set(next: readonly Upload[]): void {
    all = next;
    for (const listener of listeners) listener();
  }
  const find = (filmId: string) => all.find((one) => one.filmId === filmId);
  const receivedOf = (filmId: string) => find(filmId)?.receivedBytes ?? 0;
  const change = (filmId: string, part: Partial<Upload>) =>
    set(all.map((one) => (one.filmId === filmId ? { ...one, ...part } : one)));

  function add(upload: Omit<Upload, 'state' | 'error'>, file: File, partBytes: number): void {
    running.get(upload.filmId)?.abort();
    files.set(upload.filmId, { file, partBytes });
    set([...all.filter(({ filmId }) => filmId !== upload.filmId), { ...upload, state: 'sending', error: null }]);
    void run(upload.filmId);
  }

  async function run(filmId: string): Promise<void> {
    const stop = new AbortController();
    running.set(filmId, stop);
    let tries = 0;
    while (!stop.signal.aborted) {
      try {
        if (await sendNext(filmId, stop.signal)) return;
        tries = 0;
      } catch (error) {
        const before = receivedOf(filmId);
        tries += 1;
        if (stop.signal.aborted || !(await mayGoOn(filmId, error, tries))) return;
        // Another page has sent more; that is no failure.
        if (receivedOf(filmId) > before) tries = 0;
      }
    }
  }

  /** Sends the next part. Returns true if there was none. */
  async function sendNext(filmId: string, signal: AbortSignal): Promise<boolean> {
    const upload = find(filmId);
    const known = files.get(filmId);
    if (upload === undefined || known === undefined) return true;
    if (upload.receivedBytes >= upload.bytes) {
      finish(filmId);
      return true;
    }
    const part = await readPart(known.file, upload.receivedBytes, known.partBytes);
    const receivedBytes = await sendPart(filmId, upload.receivedBytes, part, signal);
    if (!signal.aborted) change(filmId, { receivedBytes });
    return false;
  }

  /** Whether to try again, from the server's offset. If not, the upload is stopped. */
  async function mayGoOn(filmId: string, error: unknown, tries: number): Promise<boolean> {
    const { code, params } = asProblem(error);
    if (tries < TRIES_MAX && code === 'wrong-offset' && typeof params.receivedBytes === 'number') {
      // Another page uploads the same film, or an answer was lost.
      change(filmId, { receivedBytes: params.receivedBytes });
      return true;
    }
    if (tries < TRIES_MAX && PASSING.has(code)) {
      await wait(FIRST_WAIT_MS * 2 ** (tries - 1));
      return find(filmId)?.state === 'sending';
    }
    running.delete(filmId);
    // Another page has completed it.
    if (code === 'film-busy') finish(filmId);
    else change(filmId, { state: 'stopped', error });
    return false;
  }

  function finish(filmId: string): void {
    files.delete(filmId);
    running.delete(filmId);
    change(filmId, { state: 'done' });
  }

  function stop(filmId: string): void {
    running.get(filmId)?.abort();
    running.delete(filmId);
  }

  return {
    async start(videoId, file) {
      if (file.size === 0) throw new Problem('empty-file', 0);
      const { filmId, partBytes } = await start(videoId, file);
      add({ filmId, videoId, fileName: file.name, bytes: file.size, receivedBytes: 0 }, file, partBytes);
    },
    goOn({ id: filmId, titleId: videoId, fileName, bytes, receivedBytes, partBytes }, file) {
      if (nameOf(file.name) !== nameOf(fileName) || file.size !== bytes) throw new Problem('other-file', 0);
      add({ filmId, videoId, fileName, bytes, receivedBytes }, file, partBytes);
    },
    pause(filmId) {
      stop(filmId);
      change(filmId, { state: 'paused' });
    },
    resume(filmId) {
      if (!files.has(filmId) || running.has(filmId)) return;
      change(filmId, { state: 'sending', error: null });
      void run(filmId);
    },
    forget(filmId) {
      stop(filmId);
      files.delete(filmId);
      set(all.filter((one) => one.filmId !== filmId));
    },
    read: () => all,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The name as the server stores it, without invisible characters. */
function nameOf(fileName: string): string {
  return fileName.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
}

/** Throws `file-gone` if the file was removed or changed. */
async function readPart(file: File, offset: number, partBytes: number): Promise<Blob> {
  try {
    const bytes = await file.slice(offset, offset + partBytes).arrayBuffer();
    return new Blob([bytes], { type: 'application/octet-stream' });
  } catch {
    throw new Problem('file-gone', 0);
  }
}

export const uploads = createUploads({
  start: startFilm,
  sendPart: sendFilmPart,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
