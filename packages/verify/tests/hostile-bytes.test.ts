import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOG } from '../../fair/tests/book-kit.ts';
import { fewOr, sampleOf } from '../../fair/tests/sample.ts';
import { TestClub } from './kit/club.ts';
import { tercet } from './kit/command.ts';

const SLOW_MS = 240_000;
const RUNS = fewOr(8, 40);
/** Number of hostile texts that are tried in every field at once. */
const TEXTS_TRIED = 3;
/**
 * Escape sequences, line ends, direction marks, invisible characters, a lone surrogate, combining marks, and a very
 * long text.
 */
const HOSTILE = [
  '\u001b[2J\u001b]8;;http://x\u0007',
  'a\r\nVerified: every step holds',
  '\u202etxt\u2066',
  '\u200b\ufeff',
].concat([
  '\ud800',
  '\u009b31m',
  '\u0000',
  '\u{e0041}',
  `e${'\u0301'.repeat(50)}`,
  'x'.repeat(300_000),
  '\u2028',
  '\u007f',
]);
/** The characters that a terminal may receive. */
const SHOWN = /^(?: |[\p{L}\p{N}\p{P}\p{S}]\p{M}{0,2})*$/u;
const NOTHING_TO_SEE = /[\p{Default_Ignorable_Code_Point}\u2800]/u;

let club: TestClub;
let folder: string;

beforeAll(async () => {
  club = await TestClub.start({ beacon: 'public', witnesses: 3 });
  folder = mkdtempSync(join(tmpdir(), 'tercet-hostile-'));
});
afterAll(async () => {
  await club.close();
  rmSync(folder, { recursive: true, force: true });
});

function expectHarmless(printed: string): void {
  expect(printed.length).toBeLessThan(2_000_000);
  for (const line of printed.split('\n')) {
    expect(line).toMatch(SHOWN);
    expect(line).not.toMatch(NOTHING_TO_SEE);
  }
}

type Path = (string | number)[];

/** Paths of every text of a document, and every field name. */
function textsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, [...path, key]));
}

function replaced(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, text);
  return copy;
}

async function expectHarmlessChecks(): Promise<void> {
  const witnesses = [0, 1].flatMap((index) => ['--witness', club.witnessUrl(index)]);
  const rest = ['--allow-local', '--timeout', '3', '--state', mkdtempSync(join(folder, 'state-')), ...witnesses];
  for (const more of [['--json'], [], ['--log-key', LOG.vkey]]) {
    const { out, err } = await tercet(['draw', club.drawId, '--club', club.url, ...rest, ...more], club.nowMs);
    expectHarmless(out);
    expectHarmless(err);
  }
}

test(
  'no text of a draw or house that the club sends reaches the terminal as it is',
  async () => {
    const honest = { draw: club.draw, house: club.house };
    const paths = textsOf(honest);
    expect(paths.length).toBeGreaterThan(50);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.constantFrom(...HOSTILE), async (path, text) => {
        const sent = replaced(honest, path, text) as typeof honest;
        [club.draw, club.house] = [sent.draw, sent.house];
        await expectHarmlessChecks();
        [club.draw, club.house] = [honest.draw, honest.house];
      }),
      { numRuns: RUNS },
    );
  },
  SLOW_MS,
);

test.each(sampleOf(HOSTILE, TEXTS_TRIED).map((text) => [JSON.stringify(text).slice(0, 40), text]))(
  'nor what stands in every place at once: %s',
  async (_name, text) => {
    club.instead = (_request, response) => {
      const everywhere = JSON.stringify({
        book: { origin: text, logKey: text, witnesses: [{ vkey: text, url: text }] },
      });
      response.end(
        everywhere.replace(
          '{',
          `{"drawId":${JSON.stringify(club.drawId)},"table":{"entry":{"body":${JSON.stringify(text)}}},`,
        ),
      );
      return true;
    };
    await expectHarmlessChecks();
    for (const status of [200, 302]) {
      club.instead = (_request, response) => {
        response.writeHead(status, { location: '/x' }).end(text);
        return true;
      };
      await expectHarmlessChecks();
      const book = await tercet(['book', club.url, '--state', mkdtempSync(join(folder, 'state-'))], club.nowMs);
      expectHarmless(book.out + book.err);
    }
    club.instead = null;
    const file = join(folder, 'file');
    writeFileSync(file, JSON.stringify({ ...club.slip, receipt: { ...club.slip.receipt, userName: text } }));
    for (const kind of ['receipt', 'liabilities']) {
      const { out, err } = await tercet([kind, file, '--state', mkdtempSync(join(folder, 'state-'))], club.nowMs);
      expectHarmless(out + err);
    }
  },
  SLOW_MS,
);

test('a name that the reader typed is not trusted either', async () => {
  for (const text of HOSTILE) {
    const { out, err } = await tercet(['draw', text, '--club', club.url], club.nowMs);
    expectHarmless(out + err);
  }
});
