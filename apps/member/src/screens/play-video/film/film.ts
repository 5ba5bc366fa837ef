import type { Watching } from '../../../api/shared/types.ts';
import { createFilmGrant } from './film-grant.ts';
import { type Keeping, reportPosition } from './report-position.ts';
import { beginningMs, landingMs } from './seek-range.ts';
import type { Source, SourceAsk } from './source.ts';

/** Why playback stopped. `failed`: loading failed; `over`: preview ended; `done`: film ended; `shut`: access ended. */
type Halt = 'failed' | 'over' | 'done' | 'shut';

export interface FilmState {
  /** The loaded grant; null before the first one. */
  open: Watching | null;
  halted: Halt | null;
  /** True while playback stalls for lack of data. */
  waiting: boolean;
  /** Number of retries of the file that playback waits for. */
  retries: number;
  /** Available heights, largest first. */
  sizes: number[];
  /** Null: automatic by bandwidth. */
  chosen: number | null;
  /** Height of the current picture. */
  size: number | null;
}

interface FilmPorts {
  /** Requests a new grant and reports it to the screen. Throws a `Problem`. */
  watch(): Promise<Watching>;
  noteProgress(positionMs: number): void;
  notePlay(): void;
}

interface Beginning {
  /** Position where the preview stopped; null: the film's own start. */
  fromMs: number | null;
  play: boolean;
}

/** Tolerance of one frame when a seek is compared with its floor. */
const FRAME_SECONDS = 0.04;

/** Initial state, without a film. */
export const NOTHING: FilmState = {
  ...{ open: null, halted: null, waiting: true, retries: 0 },
  ...{ sizes: [], chosen: null, size: null },
};

/** The player behind the controls: source, position, and why playback is halted. */
export class Film {
  readonly video: HTMLVideoElement;
  private current = NOTHING;
  private readonly listeners = new Set<() => void>();
  private readonly ports: FilmPorts;
  private readonly openSource: (ask: SourceAsk) => Source;
  private readonly leave;
  private source: Source | null = null;
  private keeping: Keeping | null = null;
  /** True if loading was given up while buffered data still plays. */
  private isDry = false;
  private readonly end = new AbortController();

  constructor(video: HTMLVideoElement, ports: FilmPorts, openSource: (ask: SourceAsk) => Source) {
    this.video = video;
    this.ports = ports;
    this.openSource = openSource;
    this.leave = createFilmGrant({ watch: ports.watch, onNew: (watching) => this.take(watching) });
    this.listen();
  }

  readonly state = (): FilmState => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  show(watching: Watching, { fromMs, play }: Beginning): void {
    this.keeping?.stop();
    this.source?.close();
    this.isDry = false;
    this.leave.note(watching);
    const { chosen } = this.current;
    this.set({ ...NOTHING, open: watching, chosen });
    this.keeping = reportPosition(this.video, watching.kind === 'full' ? this.ports : null);
    this.source = this.openSource({
      video: this.video,
      playlist: watching.playlist,
      atMs: beginningMs(watching, fromMs),
      renew: () => this.leave.renew(),
      onSizes: (heights) => {
        this.set({ sizes: [...new Set(heights)].filter((height) => height > 0).sort((a, b) => b - a) });
        if (chosen !== null) this.source?.choose(chosen);
      },
      onSize: (size) => this.set({ size }),
      onRetry: (retries) => this.set({ retries }),
      onGivenUp: () => this.giveUp(),
    });
    if (play) void this.video.play().catch(() => undefined);
  }

  /**
   * Takes a new grant. Returns true if the loaded film continues unchanged; false if it stops, or is loaded from
   * another source.
   */
  take(next: Watching): boolean {
    const { open, halted } = this.current;
    this.leave.note(next);
    if (open === null) return true;
    if (next.playlist === open.playlist) {
      this.set({ open: next, halted: halted === 'shut' ? null : halted });
      return true;
    }
    if (open.kind === 'full' && next.kind === 'preview') {
      // Access has ended: the required balance is gone, or the member switched films off.
      this.video.pause();
      bringBack(this.video);
      this.set({ halted: 'shut' });
      return false;
    }
    // Continue playing if the film was playing, or has just been unlocked.
    const isOpened = open.kind === 'preview' && next.kind === 'full';
    const { currentTime, paused } = this.video;
    this.show(next, { fromMs: currentTime > 0 ? currentTime * 1000 : null, play: isOpened || !paused });
    return false;
  }

  seek(ms: number): void {
    const { open } = this.current;
    if (open === null) return;
    this.video.currentTime = landingMs(ms, { floorMs: open.seekFloorMs, durationMs: open.durationMs }) / 1000;
  }

  /** Plays from `ms`, also if the film was paused. A film without access stays paused. */
  playFrom(ms: number): void {
    this.seek(ms);
    if (this.current.halted !== 'shut') void this.video.play().catch(() => undefined);
  }

  choose(height: number | null): void {
    this.set({ chosen: height });
    this.source?.choose(height);
  }

  readonly retry = (): void => {
    this.isDry = false;
    this.set({ halted: null, waiting: true, retries: 0 });
    this.source?.retry(this.video.currentTime * 1000);
  };

  close(): void {
    this.end.abort();
    this.keeping?.stop();
    this.source?.close();
  }

  private set(change: Partial<FilmState>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }

  private giveUp(): void {
    if (this.current.halted === 'shut') return;
    if (this.video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) this.isDry = true;
    else this.set({ halted: 'failed', waiting: false });
  }

  private listen(): void {
    const { video } = this;
    const renewShort = () => {
      if (this.leave.isShort()) void this.leave.renew();
    };
    const arrived = () => this.set({ waiting: false, retries: 0 });
    const heard: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
      seeking: () => this.onSeeking(),
      waiting: () => this.set(this.isDry ? { halted: 'failed', waiting: false } : { waiting: true }),
      loadeddata: arrived,
      canplay: arrived,
      play: () => {
        if (isAtEnd(this.current.halted)) this.set({ halted: null });
        renewShort();
      },
      // Fires several times a second during playback.
      timeupdate: renewShort,
      ended: () => {
        const kind = this.current.open?.kind;
        if (kind === 'preview') bringBack(video);
        if (kind !== undefined) this.set({ halted: kind === 'preview' ? 'over' : 'done' });
      },
    };
    const { signal } = this.end;
    for (const [name, act] of Object.entries(heard)) video.addEventListener(name, act, { signal });
    // Retry automatically when the connection is back.
    const online = () => {
      if (this.current.halted === 'failed') this.retry();
    };
    addEventListener('online', online, { signal });
  }

  private onSeeking(): void {
    const floor = (this.current.open?.seekFloorMs ?? 0) / 1000;
    if (this.video.currentTime < floor - FRAME_SECONDS) this.video.currentTime = floor;
    if (this.isDry) this.retry();
    if (this.current.halted === 'done' && !this.video.ended) this.set({ halted: null });
  }
}

function isAtEnd(halted: Halt | null): boolean {
  return halted === 'over' || halted === 'done';
}

/** Leaves picture-in-picture and the phone's native full screen, which hide the overlay. */
function bringBack(video: HTMLVideoElement & { webkitExitFullscreen?(): void }): void {
  if (document.pictureInPictureElement === video) void document.exitPictureInPicture().catch(() => undefined);
  video.webkitExitFullscreen?.();
}
