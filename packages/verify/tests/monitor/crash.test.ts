import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drawOf } from '../../../fair/tests/book-kit.ts';
import { type Disk, realDisk } from '../../src/storage/disk.ts';
import { FIRST, KEY, MonitoredClub, type Printed } from '../kit/monitored.ts';
import { type Spawned, tercet } from '../kit/process.ts';

const SLOW_MS = 120_000;
/** Id of the alarm about the third draw. */
const OVERDUE = `overdue/${drawOf(FIRST + 2).drawId}`;

/** How far a write comes before the power fails. */
type Moment = 'before' | 'amid' | 'after';

/** A disk that fails at one of its writes, and from then on. */
class FailingDisk implements Disk {
  writes = 0;
  readonly #at: number;
  readonly #moment: Moment;

  constructor(at: number, moment: Moment) {
    this.#at = at;
    this.#moment = moment;
  }

  get isDead(): boolean {
    return this.writes >= this.#at;
  }

  replace(path: string, text: string): Promise<void> {
    return this.#write(
      () => realDisk.replace(path, text),
      async () => writeFileSync(`${path}.new`, text.slice(0, text.length / 2)),
    );
  }

  writeAt(path: string, position: number, bytes: Uint8Array): Promise<void> {
    return this.#write(
      () => realDisk.writeAt(path, position, bytes),
      () => realDisk.writeAt(path, position, bytes.subarray(0, bytes.length - 10)),
    );
  }

  async #write(whole: () => Promise<void>, half: () => Promise<void>): Promise<void> {
    const isDead = this.isDead;
    this.writes += 1;
    if (isDead) throw new Error('no power');
    if (!this.isDead) return whole();
    if (this.#moment === 'amid') await half();
    if (this.#moment === 'after') await whole();
    throw new Error('no power');
  }
}

describe('a monitor that is killed at any of its writes', () => {
  let club: MonitoredClub;
  beforeEach(async () => {
    club = await MonitoredClub.start(2);
  });
  afterEach(() => club.close());

  /** An honest start, then a breach, something overdue, and its end. Returns what was printed. */
  async function live(disk?: Disk): Promise<Printed[]> {
    const printed: Printed[] = [];
    const out = (text: string) => printed.push(JSON.parse(text) as Printed);
    const step = async (name: 'start' | 'breach' | 'overdue' | 'end') => {
      if (name === 'breach') club.draw(1);
      if (name === 'overdue') club.at(2, 61);
      if (name === 'end') club.play(2);
      let watching = await club.monitor([], { out, ...(disk && { disk }) }).catch(() => null);
      try {
        await watching?.monitor.step();
      } catch {
        watching?.close();
        watching = null;
      }
      if (watching === null) {
        // It starts again with a disk that works.
        disk = undefined;
        watching = await club.monitor([], { out });
        await watching.monitor.step();
      }
      watching.close();
    };
    for (const name of ['start', 'breach', 'overdue', 'end'] as const) await step(name);
    return printed;
  }

  const reports = (printed: Printed[]) =>
    printed.flatMap(({ event, id }) => (event === 'alarm' || event === 'resolved' ? [`${event} ${id}`] : []));

  test(
    'has checked the same in the end, and has reported everything, in order and at most twice',
    async () => {
      const disk = new FailingDisk(Number.POSITIVE_INFINITY, 'before');
      const expected = reports(await live(disk));
      expect(expected).toEqual(['alarm drawn-twice/5', `alarm ${OVERDUE}`, `resolved ${OVERDUE}`]);
      const { writes } = disk;
      expect(writes).toBeGreaterThan(8);
      for (let at = 1; at <= writes; at++) {
        for (const moment of ['before', 'amid', 'after'] as const) {
          await club.close();
          club = await MonitoredClub.start(2);
          rmSync(club.data, { recursive: true, force: true });
          const found = reports(await live(new FailingDisk(at, moment)));
          expect([...new Set(found)], `${moment} write ${at}`).toEqual(expected);
          for (const one of expected) expect(found.filter((other) => other === one).length).toBeLessThanOrEqual(2);
          const last = await club.monitor();
          expect(last.monitor.store).toMatchObject({ size: 8, root: club.book.root() });
          expect(last.monitor.alarms.all.map(({ id }) => id)).toEqual(['drawn-twice/5', OVERDUE]);
          last.close();
        }
      }
    },
    SLOW_MS,
  );
});

describe('the program', { timeout: SLOW_MS }, () => {
  let club: MonitoredClub;
  let running: Spawned | null;
  beforeEach(async () => {
    club = await MonitoredClub.start(3);
    running = null;
  });
  afterEach(async () => {
    await running?.end('SIGKILL');
    await club.close();
  });

  const args = () => [
    ...['monitor', club.url, '--data', club.data, '--log-key', KEY.vkey],
    ...['--listen', '0', '--every', '1', '--no-draws'],
  ];
  const start = async () => {
    running = await tercet(args());
    return running;
  };
  const eventsOf = ({ lines }: Spawned) => lines.map((line) => JSON.parse(line) as Printed);

  async function until(what: (events: Printed[]) => boolean, child: Spawned): Promise<Printed[]> {
    const deadline = performance.now() + 20_000;
    while (!what(eventsOf(child))) {
      if (performance.now() > deadline) throw new Error(`not in time:\n${child.lines.join('\n')}`);
      await new Promise((done) => setTimeout(done, 20));
    }
    return eventsOf(child);
  }

  test('goes on after kill -9, and reports what it found once', async () => {
    // The draws of this book are months old, so that it is overdue.
    const first = await start();
    await until((events) => events.some(({ event, kind }) => event === 'alarm' && kind === 'overdue'), first);
    club.draw(1);
    await until((events) => events.some(({ code }) => code === 'drawn-twice'), first);
    await first.end('SIGKILL');
    const second = await start();
    const events = await until((all) => all.some(({ event }) => event === 'listening'), second);
    expect(events[0]).toMatchObject({ event: 'started', size: 8 });
    club.draw(2);
    const later = await until((all) => all.some(({ seq }) => seq === 8), second);
    // What the first had just printed may come twice, under its id.
    const known = new Set(eventsOf(first).map(({ id }) => id));
    const alarms = later.filter(({ event, id }) => event === 'alarm' && !known.has(id));
    expect(alarms.map(({ id }) => id)).toEqual(['drawn-twice/8']);
  });

  test('serves its page, alarms and metrics, and ends cleanly by SIGTERM, also while the club does not answer', async () => {
    const child = await start();
    const events = await until((all) => all.some(({ event }) => event === 'alarm'), child);
    const url = String(events.find(({ event }) => event === 'listening')?.url);
    const page = await (await fetch(url)).text();
    expect(page).toContain('<h1>example.org/tercet</h1>');
    expect(page).toContain('<strong>overdue</strong>');
    expect(await (await fetch(`${url}/alarms`)).json()).toMatchObject({
      alarms: [{ kind: 'overdue' }, { kind: 'overdue' }],
    });
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await metrics.text()).toContain('tercet_monitor_alarms{kind="overdue"} 2\n');
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    club.instead = () => true;
    await new Promise((done) => setTimeout(done, 1200));
    expect(await child.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(eventsOf(child).at(-1)).toMatchObject({ event: 'stopped', size: 7 });
    running = null;
  });

  test('ends with 2 on wrong arguments, and with 1 where it cannot start', async () => {
    await expect(tercet(['monitor', club.url])).rejects.toThrow('expected: URL --data FOLDER --log-key KEY');
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const port = String((taken.address() as AddressInfo).port);
    const child = await tercet([...args(), '--listen', port]);
    expect(await child.end('SIGCONT')).toEqual({ code: 1, signal: null });
    await new Promise((done) => taken.close(done));
    const wrong = await tercet(['monitor', '--help', '--unknown']).catch((error: Error) => error.message);
    expect(wrong).toContain('--unknown');
  });
});
