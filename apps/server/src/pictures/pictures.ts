import { type ChildProcess, fork } from 'node:child_process';
import { Refusal } from '../refusal.ts';
import type { PdfFound } from './pdf.ts';
import type { PictureForm } from './square.ts';
import type { Squared } from './squared.ts';

/** Draws pictures that members and staff send anew. */
export interface Pictures {
  /**
   * A picture of 256 by 256 as WebP, without anything else that was in the file. Throws `picture-bad` for what is no
   * JPEG, PNG or WebP or is broken, `picture-too-many-pixels {millionsMax}`, and `busy` when too many wait already or
   * it takes too long.
   */
  square(bytes: Uint8Array): Promise<Uint8Array>;
  /** The same as a banner: 960 by 400. */
  wide(bytes: Uint8Array): Promise<Uint8Array>;
  /** The same as the cover of a film: 640 by 360. */
  cover(bytes: Uint8Array): Promise<Uint8Array>;
  /** The same as a host of the guide: 1080 by 1350. */
  portrait(bytes: Uint8Array): Promise<Uint8Array>;
  /** The same with nothing cut off, within 320 by 160: the sign of a method of payment. */
  logo(bytes: Uint8Array): Promise<Uint8Array>;
  /** The same with nothing cut off, within 1600 by 1600. */
  sheet(bytes: Uint8Array): Promise<Uint8Array>;
  /** What is in a PDF, looked at in the same process; one that breaks it is unreadable. Throws `busy`. */
  inspectPdf(bytes: Uint8Array): Promise<PdfFound>;
  stop(): Promise<void>;
}

/** Of each kind: of members, of hosts, of the desk and so on. */
export const PICTURES_WAITING_MAX = 8;

export interface PicturesOptions {
  waitingMax?: number;
  /** For one picture, from when it is its turn. */
  drawMsMax?: number;
  /** After so long without work its process ends, and gives its memory back. */
  idleMs?: number;
}

const PROGRAM = new URL('./encode-process.ts', import.meta.url);

let waitingOfAll = 0;

/** Pictures that are drawn or wait in this process, whoever asked for them. */
export function picturesWaiting(): number {
  return waitingOfAll;
}

/**
 * Reads strangers' pictures in a process of its own, one at a time. It has nothing of the club in it: no connection, no
 * key, no environment. What breaks it breaks one upload, and what keeps it too long is ended.
 */
export function startPictures(options: PicturesOptions = {}): Pictures {
  const { waitingMax = PICTURES_WAITING_MAX, drawMsMax = 15_000, idleMs = 60_000 } = options;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let stopped = false;

  function begin(): ChildProcess {
    const made = fork(PROGRAM, {
      // Fewer arenas: what a large picture took is given back.
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    made.unref();
    made.channel?.unref();
    const gone = () => {
      if (child === made) child = null;
    };
    return made.once('exit', gone).on('error', gone);
  }

  /** The next picture begins another process, however long this one takes to go. */
  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = child;
    child = null;
    if (ending === null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await gone;
  }

  async function look(asked: Asked): Promise<Squared> {
    if (stopped) throw new Refusal('busy');
    clearTimeout(idle);
    child ??= begin();
    try {
      return await ask(child, asked, drawMsMax);
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  async function inTurn(asked: Asked): Promise<Squared> {
    if (stopped || waiting >= waitingMax) throw new Refusal('busy');
    waiting += 1;
    waitingOfAll += 1;
    const turn = last.then(() => look(asked));
    last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      waiting -= 1;
      waitingOfAll -= 1;
    }
  }

  const drawnAs = (form: PictureForm) => async (bytes: Uint8Array) => webpOf(await inTurn({ bytes, form }));
  return {
    square: drawnAs('square'),
    wide: drawnAs('wide'),
    portrait: drawnAs('portrait'),
    cover: drawnAs('cover'),
    logo: drawnAs('logo'),
    sheet: drawnAs('sheet'),
    async inspectPdf(bytes) {
      const looked = await inTurn({ bytes, form: 'pdf' });
      return 'pdf' in looked ? looked.pdf : 'unreadable';
    },
    async stop() {
      stopped = true;
      await end();
    },
  };
}

interface Asked {
  bytes: Uint8Array;
  form: PictureForm | 'pdf';
}

function webpOf(squared: Squared): Uint8Array {
  if ('webp' in squared) return squared.webp;
  const { refused, ...params } = 'refused' in squared ? squared : { refused: 'picture-bad' as const };
  throw new Refusal(refused, params);
}

/** One question to the process. A picture that ends it is one that cannot be read; one that takes too long is ended. */
function ask(child: ChildProcess, asked: Asked, msMax: number): Promise<Squared> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, msMax);
    const answered = (squared: Squared) => settle(() => resolve(squared));
    const unreachable = () => settle(() => reject(new Refusal('busy')));
    const exited = () => (isLate ? unreachable() : settle(() => resolve({ refused: 'picture-bad' })));

    function settle(act: () => void): void {
      clearTimeout(timer);
      child.off('message', answered).off('exit', exited).off('error', unreachable);
      act();
    }
    child.on('message', answered).on('exit', exited).on('error', unreachable);
    child.send(asked, (error) => {
      if (error) unreachable();
    });
  });
}
