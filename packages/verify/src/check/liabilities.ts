/** `tercet verify liabilities FILE`: whether the house counts what it owes a member. */
import { readFile } from 'node:fs/promises';
import {
  type OwedFile,
  type OwedKnown,
  type OwedStep,
  openCheckpoint,
  verifyInclusionHex,
  verifyOwedFile,
} from '@tercet/fair';
import { clubAt } from './club.ts';
import { CheckFailure, EXIT } from './failure.ts';
import type { CheckOptions } from './options.ts';
import { readPinned } from './pinned.ts';
import type { Report } from './report.ts';

export async function checkLiabilities(options: CheckOptions): Promise<Report> {
  const file = parse(await read(options.target), options.target);
  const known: OwedKnown = {
    userName: options.userName ?? undefined,
    owedMinor: options.owed ?? undefined,
    entryHash: await entryHashOf(file, options),
  };
  const { verdict, steps } = verifyOwedFile(file, known);
  const placed = await placeOf(file as OwedFile, options);
  const breach = verdict === 'breach' || placed.ok === false;
  const holds = verdict === 'verified' && placed.ok === true;
  const all = [...steps, placed];
  const lines = [
    ...all.map(({ id, ok, reason, values }) => {
      const mark = ok === true ? 'ok  ' : ok === false ? 'FAIL' : 'open';
      return `  ${mark} ${id.padEnd(10)} ${[reason ?? '', ...Object.entries(values).flat()].join(' ').trim()}`;
    }),
    breach ? 'BREACH: keep the file, and show it to a witness' : holds ? 'all of it holds' : 'not all of it is proven',
  ];
  const exitCode = breach ? EXIT.breach : holds ? EXIT.holds : EXIT.notProven;
  return { exitCode, lines, data: { verdict: breach ? 'breach' : holds ? 'verified' : 'pending', steps: all } };
}

/** The entry of the date in the club's book, where a club was given. */
async function entryHashOf(file: unknown, options: CheckOptions): Promise<string | undefined> {
  if (options.club === null) return undefined;
  const date = (file as Partial<OwedFile>).date;
  const entries = await clubAt(options.club).entriesOf('liabilities');
  return entries.find(({ body }) => body.includes(`"date":"${date}"`))?.hash;
}

type Placed = Omit<OwedStep, 'id' | 'reason'> & { id: 'in-book'; reason: string | null };

/** Whether a signed checkpoint holds the entry. */
async function placeOf(file: Partial<OwedFile>, options: CheckOptions): Promise<Placed> {
  const { inBook, entry } = file;
  if (!inBook || !entry) return placed(null, 'no-place');
  const origin = originOf(inBook.checkpoint);
  const pinned = options.logKey ?? (await readPinned(options.state, origin))?.logKey ?? null;
  if (pinned === null) return placed(null, 'no-key', { origin });
  const checkpoint = openCheckpoint(inBook.checkpoint, [pinned]);
  if (checkpoint === null) return placed(false, 'checkpoint-key', { origin });
  const { index, proof } = inBook;
  const claim = { leafHash: entry.hash, index, size: checkpoint.size, proof, root: checkpoint.root };
  return verifyInclusionHex(claim) ? placed(true, null, { origin }) : placed(false, 'not-in-book', { origin });
}

function placed(ok: boolean | null, reason: string | null, values: Record<string, string> = {}): Placed {
  return { id: 'in-book', ok, reason, values };
}

function originOf(note: unknown): string {
  return typeof note === 'string' ? (note.split('\n', 1)[0] ?? '') : '';
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CheckFailure(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CheckFailure(`${path} is not such a file: it is no JSON.`);
  }
}
