/** A club with a book that a test changes, and monitors over it in this process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryHash, type TableEntry } from '@tercet/fair';
import { drawOf, ORIGIN, tableOf } from '../../../fair/tests/book-kit.ts';
import { resultOf } from '../../../fair/tests/stories.ts';
import { Monitor, type MonitorMachine } from '../../src/monitor/monitor.ts';
import { type MonitorOptions, parseOptions } from '../../src/monitor/options.ts';
import { resolve } from '../../src/net/guard.ts';
import { TestBook } from './book.ts';

export const FIRST = 29_743_210;
export const KEY = new TestBook(ORIGIN).key;
/** One line of a monitor's output. */
export type Printed = Record<string, unknown> & { event: string };

export class MonitoredClub {
  readonly table: TableEntry;
  book: TestBook;
  /** Replaces the signed checkpoint where a test sets it. */
  checkpoint: string | null = null;
  /** Paths below the club's address that are not found. */
  hidden = /^nothing$/;
  /** Answers in place of the club where it returns true. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null;
  asked: string[] = [];
  nowMs = 0;
  readonly #server: Server;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tercet-monitored-'));
  readonly #monitors = new Set<Monitor>();

  private constructor(table: Partial<TableEntry>) {
    this.table = tableOf({ witnesses: [], quorum: '0', first_period: String(FIRST), ...table });
    this.book = new TestBook(ORIGIN).append(this.table);
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.at(0, -30);
  }

  /** A club whose book has a table and some periods. No time of the book has passed that is not in it. */
  static async start(periods = 0, table: Partial<TableEntry> = {}): Promise<MonitoredClub> {
    const club = new MonitoredClub(table);
    await new Promise<void>((done) => club.#server.listen(0, '127.0.0.1', done));
    for (let period = 0; period < periods; period++) club.play(period);
    return club;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get data(): string {
    return join(this.#folder, 'data');
  }

  get tableHash(): string {
    return entryHash(this.book.texts()[0] ?? '');
  }

  /** Seals and draws a period. Then it is 30 seconds after its lock. */
  play(period: number, slips = 3): void {
    this.seal(period, slips);
    this.draw(period);
  }

  draw(period: number): void {
    this.book.append(resultOf(drawOf(FIRST + period)));
  }

  seal(period: number, slips = 3): void {
    this.book.seal(drawOf(FIRST + period).drawId, slips, this.tableHash);
    this.at(period, 30);
  }

  /** Sets the clock to some seconds after a period's lock. */
  at(period: number, seconds: number): void {
    this.nowMs = (drawOf(FIRST + period).tLock + seconds) * 1000;
  }

  /** Starts a monitor on the same folder. Lines that it prints are appended to `printed`. */
  async monitor(args: readonly string[] = [], more: Partial<MonitorMachine> = {}): Promise<Monitored> {
    const printed: Printed[] = [];
    const machine: MonitorMachine = {
      nowMs: () => this.nowMs,
      lookup: resolve,
      out: (text) => printed.push(JSON.parse(text) as Printed),
      ...more,
    };
    const monitor = await Monitor.open(this.options(args), machine);
    this.#monitors.add(monitor);
    return new Monitored(monitor, printed, () => this.#monitors.delete(monitor));
  }

  options(args: readonly string[] = []): MonitorOptions {
    const options = parseOptions([this.url, '--data', this.data, '--log-key', KEY.vkey, '--no-draws', ...args]);
    if (options === null) throw new Error('no options');
    return options;
  }

  async close(): Promise<void> {
    for (const monitor of this.#monitors) monitor.close();
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.asked.push(request.url ?? '');
    if (this.instead?.(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://club');
    const { book } = this;
    const type = searchParams.get('type');
    const items = book.texts().flatMap((body, seq) => {
      const entry = JSON.parse(body) as { type: string };
      return entry.type === type ? [{ seq, body, hash: entryHash(body) }] : [];
    });
    const answers: Record<string, string | undefined> = {
      '/api/house': JSON.stringify({ book: { origin: ORIGIN, logKey: book.key.vkey, witnesses: [] } }),
      '/api/book/entries': JSON.stringify({ items: items.reverse(), nextCursor: null }),
      '/book/checkpoint': this.checkpoint ?? book.checkpoint(),
    };
    const answer = answers[pathname] ?? book.answer(pathname.slice('/book/'.length));
    if (answer === null || this.hidden.test(pathname)) response.writeHead(404).end();
    else response.end(answer);
  }
}

/** A monitor and what it printed. */
export class Monitored {
  readonly monitor: Monitor;
  readonly printed: Printed[];
  readonly #closed: () => void;

  constructor(monitor: Monitor, printed: Printed[], closed: () => void) {
    this.monitor = monitor;
    this.printed = printed;
    this.#closed = closed;
  }

  /** Takes steps. Returns the codes of alarms that it raised meanwhile, and of resolved ones with a minus. */
  async steps(count = 1): Promise<string[]> {
    const before = this.printed.length;
    for (let step = 0; step < count; step++) await this.monitor.step();
    return this.printed.slice(before).flatMap(({ event, code }) => {
      if (event === 'alarm') return [String(code)];
      return event === 'resolved' ? [`-${code}`] : [];
    });
  }

  /** Codes of alarms that hold. */
  get holding(): string[] {
    return this.monitor.alarms.open.map(({ code }) => code);
  }

  close(): void {
    this.monitor.close();
    this.#closed();
  }
}
