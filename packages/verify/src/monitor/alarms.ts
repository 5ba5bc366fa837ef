import { type Disk, readIfThere } from '../storage/disk.ts';
import { StartFailure } from '../storage/start-failure.ts';
import { type Alarm, CALLED, type Condition } from './alarm.ts';

/** A report that is still to be printed or delivered. */
export interface Notice {
  event: 'alarm' | 'resolved';
  alarm: Alarm;
  isPrinted: boolean;
  /** Deliveries to the webhook that failed. */
  attempts: number;
  /** Unix milliseconds at which the next delivery is due; null where the webhook does not report it. */
  dueMs: number | null;
}

interface State {
  /** Size of the book whose findings are taken over. */
  size: number;
  alarms: Alarm[];
  notices: Notice[];
  /** Findings by code, those included that are not listed. */
  counts: Record<string, number>;
  /** Draws whose page is still to be checked, with the number of attempts. */
  draws: [drawId: string, attempts: number][];
  /** Seals whose list of bets was not handed out, by their entries. */
  seals: [seq: number, body: string][];
}

/** Lasting alarms that are listed, in all and of one code. A hostile club could make millions. */
const LASTING_MAX = 1000;
const LASTING_OF_CODE_MAX = 100;
/** Conditions that hold at the same time. */
const OPEN_MAX = 500;
/** Conditions that are over and still listed. */
const RESOLVED_MAX = 200;
const NOTICES_MAX = 1000;
const DRAWS_MAX = 500;
const SEALS_MAX = 1000;
const VERSION = 1;

/**
 * All alarms, kept in a file that is replaced with each change. A report is printed and delivered at least once: after
 * a kill between report and record it is repeated under the same id.
 */
export class Alarms {
  readonly #path: string;
  readonly #disk: Disk;
  readonly #hasWebhook: boolean;
  readonly #state: State;
  #saved: Promise<void> = Promise.resolve();

  private constructor(path: string, disk: Disk, hasWebhook: boolean, state: State) {
    this.#path = path;
    this.#disk = disk;
    this.#hasWebhook = hasWebhook;
    this.#state = state;
  }

  /** Loads the file; empty before the first save. Throws a `StartFailure` on a damaged file. */
  static async open(path: string, disk: Disk, hasWebhook: boolean): Promise<Alarms> {
    const text = await readIfThere(path);
    const state = text === null ? empty() : parse(text, path);
    return new Alarms(path, disk, hasWebhook, state);
  }

  get size(): number {
    return this.#state.size;
  }

  get all(): readonly Alarm[] {
    return this.#state.alarms;
  }

  get open(): readonly Alarm[] {
    return this.#state.alarms.filter(({ resolvedMs }) => resolvedMs === null);
  }

  get notices(): readonly Notice[] {
    return this.#state.notices;
  }

  get counts(): Readonly<Record<string, number>> {
    return this.#state.counts;
  }

  get draws(): readonly [string, number][] {
    return this.#state.draws;
  }

  get seals(): readonly [number, string][] {
    return this.#state.seals;
  }

  set draws(draws: readonly [string, number][]) {
    this.#state.draws = draws.slice(-DRAWS_MAX);
  }

  set seals(seals: readonly [number, string][]) {
    this.#state.seals = seals.slice(-SEALS_MAX);
  }

  /** Adds lasting alarms, found up to a size of the book. Known ids are skipped. Call `save` after it. */
  add(found: readonly Condition[], size: number, nowMs: number): void {
    for (const one of found) {
      if (this.#state.alarms.some(({ id, isLasting }) => isLasting && id === one.id)) continue;
      const count = (this.#state.counts[one.code] ?? 0) + 1;
      this.#state.counts[one.code] = count;
      const listed = this.#state.alarms.filter(({ isLasting }) => isLasting).length;
      if (count > LASTING_OF_CODE_MAX || listed >= LASTING_MAX) continue;
      this.#raise({ ...one, atMs: nowMs, resolvedMs: null, isLasting: true });
    }
    this.#state.size = Math.max(size, this.#state.size);
  }

  /**
   * Sets which conditions hold now, among those with the judged codes. Raises new ones, and resolves those that are no
   * longer there. Returns whether anything changed. Call `save` after it.
   */
  hold(found: readonly Condition[], nowMs: number, isJudged: (code: string) => boolean = () => true): boolean {
    const held = this.open.filter(({ isLasting }) => !isLasting);
    const ids = new Set(found.map(({ id }) => id));
    const known = new Set(this.open.map(({ id }) => id));
    const over = held.filter(({ id, code }) => isJudged(code) && !ids.has(id));
    for (const alarm of over) {
      alarm.resolvedMs = nowMs;
      this.#notify('resolved', alarm);
    }
    const raised = found.filter(({ id }) => !known.has(id)).slice(0, Math.max(0, OPEN_MAX - held.length + over.length));
    for (const one of raised) this.#raise({ ...one, atMs: nowMs, resolvedMs: null, isLasting: false });
    if (over.length > 0) this.#forgetResolved();
    return over.length + raised.length > 0;
  }

  /** Removes notices that are printed and delivered. */
  settle(): void {
    this.#state.notices = this.#state.notices.filter(({ isPrinted, dueMs }) => !isPrinted || dueMs !== null);
  }

  /** Writes the file. Calls wait for each other. */
  save(): Promise<void> {
    const saved = this.#saved.then(() =>
      this.#disk.replace(this.#path, `${JSON.stringify({ version: VERSION, ...this.#state })}\n`),
    );
    // The caller gets the error; a later call tries again.
    this.#saved = saved.catch(() => {});
    return saved;
  }

  #raise(alarm: Alarm): void {
    this.#state.alarms.push(alarm);
    this.#notify('alarm', alarm);
  }

  #notify(event: Notice['event'], alarm: Alarm): void {
    const isCalled = this.#hasWebhook && CALLED.includes(alarm.kind);
    const dueMs = isCalled ? (alarm.resolvedMs ?? alarm.atMs) : null;
    this.#state.notices.push({ event, alarm: { ...alarm }, isPrinted: false, attempts: 0, dueMs });
    this.#state.notices = this.#state.notices.slice(-NOTICES_MAX);
  }

  #forgetResolved(): void {
    const resolved = this.#state.alarms.filter(({ resolvedMs }) => resolvedMs !== null);
    const old = new Set(resolved.slice(0, Math.max(0, resolved.length - RESOLVED_MAX)));
    this.#state.alarms = this.#state.alarms.filter((alarm) => !old.has(alarm));
  }
}

function empty(): State {
  return { size: 0, alarms: [], notices: [], counts: {}, draws: [], seals: [] };
}

function parse(text: string, path: string): State {
  try {
    const { version, ...state } = JSON.parse(text) as State & { version: number };
    const lists = [state.alarms, state.notices, state.draws, state.seals];
    const isState = Number.isSafeInteger(state.size) && lists.every(Array.isArray) && state.counts !== null;
    if (version === VERSION && isState && typeof state.counts === 'object') return state;
  } catch {
    // The error follows below.
  }
  throw new StartFailure(
    `${path} is damaged, or of another version. Move it away; what was reported is reported again.`,
  );
}
