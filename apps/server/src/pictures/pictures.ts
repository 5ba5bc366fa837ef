import { type ChildProcess, fork } from 'node:child_process';
import { Refusal } from '../refusal.ts';
import type { PdfFound } from './pdf.ts';
import type { PictureForm } from './redraw.ts';
import type { IconName, RedrawResult } from './redraw-result.ts';

/** Redraws uploaded pictures of members and staff. */
export interface Pictures {
  /**
   * Redraws a picture as 256 × 256 WebP, without anything else from the file. Throws `picture-bad` if it is broken or
   * no JPEG, PNG or WebP, `picture-too-many-pixels {millionsMax}`, and `busy` if too many wait or it takes too long.
   */
  square(bytes: Uint8Array): Promise<Uint8Array>;
  /** Like `square`, for a banner: 960 × 400. */
  wide(bytes: Uint8Array): Promise<Uint8Array>;
  /** Like `square`, for the cover of a film: 640 × 360. */
  cover(bytes: Uint8Array): Promise<Uint8Array>;
  /** Like `square`, for a host of the guide: 1080 × 1350. */
  portrait(bytes: Uint8Array): Promise<Uint8Array>;
  /** Like `cover`, in a smaller width in pixels. */
  smallCover(bytes: Uint8Array, width: 160 | 320): Promise<Uint8Array>;
  /** Like `square`, uncropped within 320 × 160, for a payment logo. */
  logo(bytes: Uint8Array): Promise<Uint8Array>;
  /** Like `square`, uncropped within 512 × 512 and with its transparency, for the logo of the house. */
  mark(bytes: Uint8Array): Promise<Uint8Array>;
  /** Draws the app icons of a logo made by `mark` on a ground (`#rrggbb`), as PNG. Throws like `square`. */
  icons(mark: Uint8Array, ground: string): Promise<Record<IconName, Uint8Array>>;
  /** Like `square`, uncropped within 1600 × 1600. */
  sheet(bytes: Uint8Array): Promise<Uint8Array>;
  /** Inspects a PDF in the same process. A file that crashes the process is unreadable. Throws `busy`. */
  inspectPdf(bytes: Uint8Array): Promise<PdfFound>;
  stop(): Promise<void>;
}

/** Maximum queue of each instance (members, hosts, desk and so on). */
export const PICTURES_WAITING_MAX = 8;

export interface PicturesOptions {
  waitingMax?: number;
  /** Time limit of one picture, without its wait in the queue. */
  drawMsMax?: number;
  /** Idle time after which the child process ends and releases its memory. */
  idleMs?: number;
}

const PROGRAM = new URL('./encode-process.ts', import.meta.url);

let waitingOfAll = 0;

/** Number of pictures in progress or queued in this process, over all instances. */
export function picturesWaiting(): number {
  return waitingOfAll;
}

/**
 * Reads untrusted pictures in a child process, one at a time. The child has no connection, key or environment of the
 * club. A file that crashes it fails one upload only, and a slow one is killed.
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
      // Fewer malloc arenas, so that the memory of a large picture is released.
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

  /** The next picture starts a new process, however long this one takes to exit. */
  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = child;
    child = null;
    if (ending === null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await gone;
  }

  async function look(request: RedrawRequest): Promise<RedrawResult> {
    if (stopped) throw new Refusal('busy');
    clearTimeout(idle);
    child ??= begin();
    try {
      return await ask(child, request, drawMsMax);
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  async function inTurn(request: RedrawRequest): Promise<RedrawResult> {
    if (stopped || waiting >= waitingMax) throw new Refusal('busy');
    waiting += 1;
    waitingOfAll += 1;
    const turn = last.then(() => look(request));
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
    smallCover: (bytes, width) => drawnAs(`cover${width}`)(bytes),
    logo: drawnAs('logo'),
    mark: drawnAs('mark'),
    async icons(mark, ground) {
      const drawn = await inTurn({ bytes: mark, form: 'icons', ground });
      if ('icons' in drawn) return drawn.icons;
      throw new Refusal('picture-bad');
    },
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

/** What the child process is asked to do. */
export interface RedrawRequest {
  bytes: Uint8Array;
  form: PictureForm | 'pdf' | 'icons';
  /** Background of icons, as `#rrggbb`. */
  ground?: string;
}

function webpOf(squared: RedrawResult): Uint8Array {
  if ('webp' in squared) return squared.webp;
  const { refused, ...params } = 'refused' in squared ? squared : { refused: 'picture-bad' as const };
  throw new Refusal(refused, params);
}

/** Sends one request to the child. A picture that crashes it is unreadable; one that takes too long is aborted. */
function ask(child: ChildProcess, request: RedrawRequest, msMax: number): Promise<RedrawResult> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, msMax);
    const answered = (squared: RedrawResult) => settle(() => resolve(squared));
    const unreachable = () => settle(() => reject(new Refusal('busy')));
    const exited = () => (isLate ? unreachable() : settle(() => resolve({ refused: 'picture-bad' })));

    function settle(act: () => void): void {
      clearTimeout(timer);
      child.off('message', answered).off('exit', exited).off('error', unreachable);
      act();
    }
    child.on('message', answered).on('exit', exited).on('error', unreachable);
    child.send(request, (error) => {
      if (error) unreachable();
    });
  });
}
