import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseVerifierKey } from '@tercet/fair';
import { createCheckContext } from '../check/check-context.ts';
import { type Machine, surroundingsOf } from '../check/environment.ts';
import type { CheckOptions } from '../check/options.ts';
import { jsonLine } from '../print.ts';
import { type Disk, makeFolder, realDisk } from '../storage/disk.ts';
import { lockFolder } from '../storage/folder-lock.ts';
import { type Condition, condition, shownAlarm } from './alarm.ts';
import { Alarms } from './alarms.ts';
import { beginningOf } from './begin.ts';
import { BookStore } from './book-store.ts';
import { durable } from './durable.ts';
import type { MonitorOptions } from './options.ts';
import { type StepTerms, takeOver, takeStep } from './step.ts';
import { Webhook } from './webhook.ts';

export interface MonitorMachine extends Pick<Machine, 'nowMs' | 'lookup' | 'out'> {
  disk?: Disk;
}

/** Files of evidence that are kept. */
const EVIDENCE_MAX = 100;

/** A monitor with its state. `step` and `watch` are called in turn by `command.ts`, or by a test. */
export class Monitor {
  readonly options: MonitorOptions;
  readonly origin: string;
  readonly store: BookStore;
  readonly alarms: Alarms;
  readonly webhook: Webhook | null;
  readonly startedMs: number;
  /** Unix milliseconds of the last complete answer; null before the first one since the start. */
  heardMs: number | null = null;
  /** Milliseconds that the last step took. */
  stepMs = 0;
  readonly #machine: MonitorMachine;
  readonly #terms: StepTerms;
  readonly #lock: { release(): void };
  readonly #writing: { isOver: boolean };

  private constructor(parts: MonitorParts, lock: { release(): void }) {
    const { options, machine, store, alarms, origin } = parts;
    this.#writing = parts.writing;
    this.options = options;
    this.origin = origin;
    this.store = store;
    this.alarms = alarms;
    this.startedMs = machine.nowMs();
    this.#machine = machine;
    this.#lock = lock;
    const guard = { allowLocal: options.allowLocal, lookup: machine.lookup };
    const about = { club: options.club, origin };
    const print = (event: Record<string, unknown>) => this.print(event);
    this.webhook =
      options.webhook === null
        ? null
        : new Webhook({ url: options.webhook, guard, alarms, about, nowMs: machine.nowMs, print });
    const heard = () => {
      this.heardMs = machine.nowMs();
    };
    this.#terms = termsOf(parts, { print, heard });
  }

  /**
   * Opens the state in the folder. Throws a `StartFailure` where it is in use or damaged, and a `CheckFailure` where
   * the first start needs the club, which does not answer.
   */
  static async open(options: MonitorOptions, machine: MonitorMachine): Promise<Monitor> {
    const writing = { isOver: false };
    const disk = durable(machine.disk ?? realDisk, writing);
    await makeFolder(options.data, 0o700);
    const lock = await lockFolder(options.data, 'monitor');
    try {
      const monitor = new Monitor(await openParts({ options, machine, disk, writing }), lock);
      monitor.print({ event: 'started', club: options.club, size: monitor.store.size });
      await monitor.#printNotices();
      return monitor;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Looks at the club once, and reports. Throws a `StartFailure` where the state cannot be written. */
  async step(): Promise<void> {
    const beganMs = performance.now();
    const { conditions, isJudged } = await takeStep(this.#terms);
    await this.#hold(conditions, isJudged);
    await this.watch();
    this.stepMs = performance.now() - beganMs;
  }

  /** Raises or ends the alarm of silence, and delivers due notices in the background. */
  async watch(): Promise<void> {
    await this.#hold(this.#silence(), (code) => code === 'silence');
    this.webhook?.deliver().catch(() => {
      // The next step meets the same fault of the disk, and ends the monitor.
    });
  }

  /** Releases the folder. A step or delivery that still runs cannot write from now on. */
  close(): void {
    this.print({ event: 'stopped', size: this.store.size });
    this.#writing.isOver = true;
    this.#lock.release();
  }

  /** Whole minutes without a complete answer. */
  silentMinutes(): number {
    return Math.floor((this.#machine.nowMs() - (this.heardMs ?? this.startedMs)) / 60_000);
  }

  nowMs(): number {
    return this.#machine.nowMs();
  }

  #silence(): Condition[] {
    const silentMs = this.#machine.nowMs() - (this.heardMs ?? this.startedMs);
    const isOpen = this.heardMs === null && this.alarms.open.some(({ code }) => code === 'silence');
    if (silentMs < this.options.silenceMs && !isOpen) return [];
    return [condition('silence', 'silence', `no complete answer for ${this.options.silenceMs / 60_000} minutes`)];
  }

  async #hold(found: readonly Condition[], isJudged: (code: string) => boolean): Promise<void> {
    const isChanged = this.alarms.hold(found, this.#machine.nowMs(), isJudged);
    if (isChanged) await this.alarms.save();
    await this.#printNotices();
  }

  async #printNotices(): Promise<void> {
    const unprinted = this.alarms.notices.filter(({ isPrinted }) => !isPrinted);
    if (unprinted.length === 0) return;
    for (const notice of unprinted) {
      this.print({ event: notice.event, ...shownAlarm(notice.alarm) });
      notice.isPrinted = true;
    }
    this.alarms.settle();
    await this.alarms.save();
  }

  /** Prints an event as a JSON line. */
  print(event: Record<string, unknown>): void {
    const time = new Date(this.#machine.nowMs()).toISOString();
    this.#machine.out(`${jsonLine({ time, origin: this.origin, ...event })}\n`);
  }
}

interface MonitorParts {
  options: MonitorOptions;
  machine: MonitorMachine;
  origin: string;
  store: BookStore;
  alarms: Alarms;
  check: CheckOptions;
  disk: Disk;
  /** Set once nothing may be written any more. */
  writing: { isOver: boolean };
}

async function openParts(given: Pick<MonitorParts, 'options' | 'machine' | 'disk' | 'writing'>): Promise<MonitorParts> {
  const { options, machine, disk } = given;
  const { data, logKey, since, draws } = options;
  const origin = parseVerifierKey(logKey)?.name ?? '';
  const check = checkOptionsOf(options);
  const alarms = await Alarms.open(join(data, 'alarms.json'), disk, options.webhook !== null);
  const known = await BookStore.open(data, disk, { origin, logKey });
  const parts = { ...given, origin, alarms, check };
  if (known === null) {
    const { club } = createCheckContext(check, environmentOf(machine), options.club);
    if (club === null) throw new Error('a monitor needs a club');
    const beginning = await beginningOf(club, since, { origin, logKey });
    return { ...parts, store: await BookStore.begin(data, disk, beginning) };
  }
  for (const part of known.parts) {
    await takeOver(part, { alarms, environment: environmentOf(machine), draws });
  }
  return { ...parts, store: known.store };
}

function termsOf(
  { options, machine, origin, store, alarms, check, disk }: MonitorParts,
  reports: Pick<StepTerms, 'print' | 'heard'>,
): StepTerms {
  const waitMs = options.witnesses.length === 0 ? 0 : options.witnessWaitMs;
  return {
    options: check,
    environment: environmentOf(machine),
    origin,
    logKey: options.logKey,
    store,
    alarms,
    recent: [],
    askedLong: new Map(),
    waitMs,
    lagMs: waitMs === 0 ? 0 : waitMs + options.everyMs,
    draws: options.draws,
    keepEvidence: (name, evidence) => keepEvidence(join(options.data, 'evidence'), disk, name, evidence),
    ...reports,
  };
}

function environmentOf(machine: MonitorMachine) {
  const noTerminal = () => Promise.reject(new Error('a monitor asks nobody'));
  return surroundingsOf({
    nowMs: machine.nowMs,
    lookup: machine.lookup,
    out: machine.out,
    err: () => {},
    progress: () => {},
    isTerminal: false,
    ask: noTerminal,
    readInput: noTerminal,
  });
}

function checkOptionsOf(options: MonitorOptions): CheckOptions {
  const { club, witnesses, relays, allowLocal, timeoutMs, logKey, slips, data } = options;
  return {
    what: 'book',
    target: club,
    club,
    witnesses,
    witnessesFromClub: false,
    relays,
    allowLocal,
    timeoutMs,
    logKey,
    pin: false,
    origin: null,
    since: null,
    slips,
    userName: null,
    owed: null,
    tlogProof: null,
    // The checks of draws read it and find nothing: the monitor keeps its own state.
    state: join(data, 'verify'),
    json: true,
  };
}

async function keepEvidence(
  folder: string,
  disk: Disk,
  name: string,
  evidence: Record<string, unknown>,
): Promise<void> {
  await makeFolder(folder, 0o700);
  const path = join(folder, `${name}.json`);
  if (existsSync(path) || readdirSync(folder).length >= EVIDENCE_MAX) return;
  await disk.replace(path, `${JSON.stringify(evidence, null, 2)}\n`);
}
