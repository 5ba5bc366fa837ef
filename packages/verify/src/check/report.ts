/** The result of a check, as lines for people and as equal data for programs. */
import {
  type DrawProof,
  EXIT_CODES,
  type MissingEvidence,
  parseVerifierKey,
  type Step,
  type Verification,
} from '@tercet/fair';
import type { Gathered } from './evidence.ts';
import { missingSentence, refutations, TIME_GAPS, VERDICTS } from './sentences.ts';
import { howToPin } from './trust.ts';

export interface Report {
  exitCode: number;
  lines: string[];
  data: Record<string, unknown>;
}

const VALUE_CHARS_MAX = 24;

export interface Checked {
  found: Verification;
  gathered: Gathered;
  draw: DrawProof | null;
  /** The club answered the request for the draw, so it is responsible for a missing one. */
  answered: boolean;
}

/** The report on one draw or slip, step by step. */
export function reportOf(name: string, { found, gathered, draw, answered }: Checked): Report {
  const { verdict, timeGaps, withheld, houseRun, steps } = found;
  const { trust, silent, suggested, unlisted } = gathered;
  const missing = found.missing.map((one) => (one.reason === 'no-draw' && answered ? { ...one, from: 'house' } : one));
  const logKey = typeof draw?.book?.logKey === 'string' ? draw.book.logKey : null;
  const lines = [
    `draw ${name}`,
    ...steps.map(lineOf),
    VERDICTS[verdict],
    ...refutations(steps),
    ...missing.map((one) => missingSentence(one as MissingEvidence)),
    ...timeGaps.map((gap) => TIME_GAPS[gap]),
    ...(withheld
      ? [`The beacon has spoken. The dice that the house does not show are ${withheld.dice.join(' ')}.`]
      : []),
    ...(unlisted === null ? [] : [`The list of tables was not read: ${unlisted}`]),
    ...witnessLines(gathered),
    ...(trust.pinned === undefined && logKey !== null ? howToPin(logKey) : []),
  ];
  const witnesses = { answered: gathered.answered, silent, suggested };
  const keys = { pinned: trust.pinned ?? null, firstSeen: trust.firstSeen ?? null, named: logKey };
  const data = { drawId: draw?.drawId ?? name, verdict, timeGaps, missing, withheld, houseRun, steps, witnesses, keys };
  return { exitCode: EXIT_CODES[verdict], lines, data };
}

export function witnessLines({ silent, suggested }: Pick<Gathered, 'silent' | 'suggested'>): string[] {
  return [
    ...silent.map(({ url, why }) => `The witness at ${url} did not answer: ${why}.`),
    ...suggested.map(({ vkey, url }) => `Not asked: ${keyShown(vkey)} at ${addressShown(url)}, as the club says.`),
    ...(suggested.length > 0
      ? ['To ask a witness, give its address with --witness, or accept those of the club with --witnesses-from-club.']
      : []),
  ];
}

/** A key for display. Quotes other text, which could otherwise read like part of the sentence. */
function keyShown(vkey: string): string {
  return parseVerifierKey(vkey) === null ? JSON.stringify(vkey) : vkey;
}

function addressShown(url: string): string {
  return /^https?:\/\/[^\s"]+$/.test(url) && URL.canParse(url) ? url : JSON.stringify(url);
}

export function lineOf({ id, state, reason, values }: Omit<Step, 'id'> & { id: string }): string {
  const mark = { ok: 'ok     ', open: 'open   ', refuted: 'REFUTED' }[state];
  const stated = Object.entries(values).map(([name, value]) => `${name} ${shortened(String(value))}`);
  return `  ${mark} ${id.padEnd(9)} ${[reason ?? '', ...stated].filter((part) => part !== '').join('  ')}`;
}

function shortened(text: string): string {
  return text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX - 4)}…` : text;
}
