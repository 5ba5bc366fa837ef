import { isIP } from 'node:net';
import { asciiDigits, plainText } from '@tercet/contract/words.ts';

/** What a typed text may mean. Null: it cannot mean that. */
export interface Term {
  text: string;
  /** Id of anything. */
  id: string | null;
  /** Last four digits of a card or account. */
  lastFour: string | null;
  /** Network address of a session. */
  address: string | null;
  /** Period number, with the text before it. */
  draw: { lottery: string; period: number } | null;
  /** Position in the audit log, typed as `#123`. */
  act: bigint | null;
  /** Name of a member, host, title or staff account. */
  name: string | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** As screens mask a number: `•••• 4242`. */
const LAST_FOUR = /^[•*.…·\s]*(\d{4})$/;
const DRAW = /^(?:(\S.{0,79}?)[\s/#]+)?(\d{1,15})$/;
const ACT = /^#(\d{1,18})$/;

/** Reads a typed text. Digits of any script count. */
export function readTerm(typed: string): Term {
  const text = plainText(asciiDigits(typed.toWellFormed().replaceAll('\0', '')));
  const id = UUID.exec(text.toLowerCase())?.[0] ?? null;
  const [, act] = ACT.exec(text) ?? [];
  const [, lottery = '', period] = act === undefined ? (DRAW.exec(text) ?? []) : [];
  const address = isIP(text) === 0 ? null : text.toLowerCase();
  return {
    text,
    id,
    lastFour: LAST_FOUR.exec(text)?.[1] ?? null,
    address,
    draw: period === undefined || id !== null ? null : { lottery, period: Number(period) },
    act: act === undefined ? null : BigInt(act),
    name: id === null && address === null && act === undefined && text !== '' ? text : null,
  };
}
