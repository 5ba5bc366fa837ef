/** Finds the key of a book that the reader trusts: from the command line, an earlier pin, or the first visit. */
import { parseVerifierKey } from '@tercet/fair';
import type { Club } from './club.ts';
import type { Environment } from './environment.ts';
import { CheckFailure } from './failure.ts';
import type { CheckOptions } from './options.ts';
import { type BookState, changeState, readState } from './state.ts';

export interface Trust {
  origin: string;
  /** The pinned key; undefined where none is pinned. */
  pinned: string | undefined;
  firstSeen: string | undefined;
  state: BookState;
}

export async function trustIn(options: CheckOptions, origin: string): Promise<Trust> {
  const state = await readState(options.state, origin);
  return {
    origin,
    pinned: options.logKey ?? state.pinnedLogKey ?? undefined,
    firstSeen: state.firstSeenLogKey ?? undefined,
    state,
  };
}

/** The origin that the book must have; undefined where the reader named none. */
export function originOf({ origin, logKey }: CheckOptions): string | undefined {
  return origin ?? (logKey === null ? undefined : parseVerifierKey(logKey)?.name);
}

/** Saves a pin where the reader requested it. Throws a `CheckFailure` where there is no key to pin. */
export async function pinAsRequested(
  options: CheckOptions,
  surroundings: Environment,
  club: Club | null,
): Promise<void> {
  if (!options.pin) return;
  if (options.logKey !== null) return pin(options, options.logKey, surroundings);
  if (!surroundings.isTerminal) throw new CheckFailure('--pin needs --log-key KEY without a terminal.');
  const named = club === null ? null : (await club.house())?.book?.logKey;
  const name = typeof named === 'string' ? parseVerifierKey(named)?.name : undefined;
  if (typeof named !== 'string' || name === undefined) {
    throw new CheckFailure('No key of the book is known here: give --log-key KEY with --pin.');
  }
  const { firstSeenLogKey } = await readState(options.state, name);
  const isOther = firstSeenLogKey !== null && firstSeenLogKey !== named;
  const answer = await surroundings.ask(
    `The club names this key of the book of ${name}:`,
    `  ${named}`,
    ...(isOther ? ['It is NOT the key that was seen first.'] : []),
    WHAT_TO_COMPARE,
    'Have you compared it, and shall it be pinned? [y/N] ',
  );
  if (/^y(es)?$/i.test(answer.trim())) await pin(options, named, surroundings);
}

async function pin({ state, json }: CheckOptions, logKey: string, { tell }: Environment): Promise<void> {
  const name = parseVerifierKey(logKey)?.name ?? '';
  await changeState(state, name, { pinnedLogKey: logKey });
  if (!json) tell(`Pinned for ${name}: ${logKey}`);
}

const WHAT_TO_COMPARE =
  'Compare it with a source that is not the club’s server: the page of a witness, the licence register, another member.';

/** Advice for a reader without a pinned key. */
export function howToPin(logKey: string): string[] {
  if (parseVerifierKey(logKey) === null) {
    return [`No key of the book is pinned, so nothing is confirmed. The club names no key: ${JSON.stringify(logKey)}`];
  }
  const quoted = `'${logKey.replaceAll("'", `'\\''`)}'`;
  return [
    `No key of the book is pinned, so nothing is confirmed. The club names ${logKey}`,
    WHAT_TO_COMPARE,
    `Then pin it: add --pin --log-key ${quoted}. From then on only entries that this key signed, or a key that it`,
    'announced, count as evidence.',
  ];
}
