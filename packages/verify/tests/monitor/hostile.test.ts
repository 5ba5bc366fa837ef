import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { metricsOf } from '../../src/monitor/metrics.ts';
import { statusPage } from '../../src/monitor/status-page.ts';
import { jsonLine } from '../../src/print.ts';
import { FIRST, MonitoredClub } from '../kit/monitored.ts';

// What a hostile club sends is read within limits, and shown without effect.

/** Colours, cursor moves, hidden text, direction marks and line ends. */
const CONTROLS = '\u001b[31m\u0007\r\n\u009b2J\u202e\u200b\u2028\u{e0041}';
const HTML = `<img src=x onerror=alert(1)>"'&`;
/** Every character that acts on a terminal. */
const ACTING = /[^\x20-\x7e\n\u00a1-\uffff]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b-\u200f]/;

let club: MonitoredClub;
beforeEach(async () => {
  club = await MonitoredClub.start(2);
});
afterEach(() => club.close());

/** A witness of this club whose error is the hostile text. */
async function alarmed() {
  const lines: string[] = [];
  const watching = await club.monitor(['--allow-local', '--witness', `${club.url}/w`, '--every', '1'], {
    out: (text) => lines.push(text),
  });
  await watching.monitor.step();
  watching.monitor.alarms.add(
    [{ id: 'x', kind: 'breach', code: 'x', subject: CONTROLS + HTML, seq: 1, text: CONTROLS + HTML }],
    0,
    club.nowMs,
  );
  await watching.monitor.step();
  return { lines, monitor: watching.monitor };
}

test('each printed event is one line of JSON without characters that steer a terminal', async () => {
  const { lines } = await alarmed();
  for (const line of lines) {
    expect(line.endsWith('\n')).toBe(true);
    expect(line.slice(0, -1)).not.toContain('\n');
    expect(line).not.toMatch(ACTING);
  }
  const alarm = lines.map((line) => JSON.parse(line)).find(({ code }) => code === 'x');
  expect(alarm).toMatchObject({ event: 'alarm', subject: CONTROLS + HTML });
});

test('the page shows it as text, and the metrics not at all', async () => {
  const { monitor } = await alarmed();
  const page = statusPage(monitor);
  expect(page).not.toContain('<img');
  expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;');
  expect(page).not.toMatch(ACTING);
  expect(metricsOf(monitor)).not.toContain('img');
});

test('a line of JSON is also valid where a string is long', () => {
  const long = 'x'.repeat(200_000);
  const text = (JSON.parse(jsonLine({ long })) as { long: string }).long;
  expect(text.length).toBeLessThan(101_000);
  expect(text).toContain('100000 characters more');
});

describe('an answer', () => {
  const paths = ['/book/checkpoint', '/book/tile/entries/', '/book/slips/'];

  test.each(paths)(
    'at %s that never ends is given up, and other steps follow',
    async (path) => {
      const watching = await club.monitor(['--timeout', '1', '--every', '1']);
      club.instead = (request, response) => {
        if (!request.url?.startsWith(path)) return false;
        const piece = Buffer.alloc(65_536, 0x20);
        const more = () => {
          while (!response.destroyed && response.write(piece));
        };
        response.on('drain', more);
        more();
        return true;
      };
      const codes = await watching.steps();
      expect(['no-answer', 'no-slips', 'no-entries']).toContain(codes[0]);
      club.instead = null;
      expect(await watching.steps()).toEqual([`-${codes[0]}`]);
      expect(watching.monitor.store.size).toBe(5);
    },
    30_000,
  );

  test.each(paths)('at %s of other bytes raises an alarm, and ends no monitor', async (path) => {
    const watching = await club.monitor(['--timeout', '2']);
    for (const body of ['', HTML + CONTROLS, '['.repeat(200_000), Buffer.alloc(100_000, 0xff)]) {
      club.instead = (request, response) => {
        if (!request.url?.startsWith(path)) return false;
        response.end(body);
        return true;
      };
      await watching.steps();
    }
    expect(watching.holding).not.toEqual([]);
    club.instead = null;
    await watching.steps();
    expect(watching.holding.filter((code) => code !== 'slips')).toEqual([]);
  });
});

test('lists of bets that fail again and again hide no draw that is withheld', async () => {
  const watching = await club.monitor(['--timeout', '1']);
  await watching.steps();
  club.hidden = /^\/book\/slips\//;
  for (const period of [2, 3, 4]) club.play(period);
  club.seal(5);
  expect(await watching.steps()).toContain('no-slips');
  club.instead = (request, response) => {
    if (!request.url?.startsWith('/book/slips/')) return false;
    response.writeHead(500).end();
    return true;
  };
  club.at(5, 900);
  expect(await watching.steps()).toContain('overdue');
  expect(watching.monitor.alarms.open).toContainEqual(
    expect.objectContaining({ code: 'overdue', subject: expect.stringContaining(String(FIRST + 5)) }),
  );
});

test('a book of malformed entries fills no memory: the first of a kind are listed, all are counted', async () => {
  const watching = await club.monitor();
  await watching.steps();
  for (let index = 0; index < 600; index++) club.book.appendRaw(Buffer.from(`{"number":"${index}"}`));
  await watching.steps();
  expect(watching.holding).toHaveLength(100);
  expect(watching.monitor.alarms.counts).toEqual({ malformed: 600 });
  expect(metricsOf(watching.monitor)).toContain('tercet_monitor_findings_total{code="malformed"} 600');
});
