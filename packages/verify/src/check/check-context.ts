/** The options and network access of one run of a command. */
import { NOTE_COSIGNATURE, parseVerifierKey } from '@tercet/fair';
import { openBudget } from '../net/budget.ts';
import { type Guard, isLocalLiteral } from '../net/guard.ts';
import { type Club, clubAt, type HouseSays, type NamedWitness, namedWitnesses } from './club.ts';
import type { Environment } from './environment.ts';
import { limitsOf } from './limits.ts';
import type { CheckOptions, WitnessAddress } from './options.ts';
import { changeState } from './state.ts';
import type { Trust } from './trust.ts';

export interface CheckContext {
  options: CheckOptions;
  surroundings: Environment;
  /** Null where the reader named no club. */
  club: Club | null;
  /** Network guard for requests to witnesses and relays. */
  guard: Guard;
}

export function createCheckContext(
  options: CheckOptions,
  surroundings: Environment,
  address = options.club,
): CheckContext {
  const { lookup } = surroundings;
  const budget = openBudget(limitsOf(options));
  return {
    options,
    surroundings,
    // The reader typed this address, so it may be local.
    club: address === null ? null : clubAt(address, { allowLocal: true, lookup, budget }, options.timeoutMs),
    guard: { allowLocal: options.allowLocal, lookup, budget },
  };
}

export interface KnownWitnesses {
  /** Witnesses to query, at addresses that the reader gave or confirmed. */
  requested: WitnessAddress[];
  /** Witnesses that the club names at other addresses. The report lists them; the command does not query them. */
  suggested: NamedWitness[];
}

/** The witnesses to query. With `--witnesses-from-club`, confirms and remembers those that the club names. */
export async function knownWitnesses(asking: CheckContext, { origin, state }: Trust): Promise<KnownWitnesses> {
  const { options, club } = asking;
  const named = namedWitnesses(await houseOf(club));
  const confirmed = options.witnessesFromClub ? await confirm(asking, named) : [];
  const stored = [...state.witnesses.filter(({ url }) => confirmed.every((one) => one.url !== url)), ...confirmed];
  if (confirmed.length > 0) await changeState(options.state, origin, { witnesses: stored });
  const requested = new Map<string, WitnessAddress>();
  for (const one of [...stored, ...options.witnesses]) requested.set(withoutSlash(one.url), one);
  return {
    requested: [...requested].map(([url, { vkey }]) => ({ vkey, url })),
    suggested: named.filter(({ url }) => !requested.has(withoutSlash(url))),
  };
}

/** The club's self-description, null where it does not answer. Other checks judge what it must serve. */
async function houseOf(club: Club | null): Promise<HouseSays | null> {
  try {
    return club === null ? null : await club.house();
  } catch {
    return null;
  }
}

/**
 * Asks the reader to confirm the named witnesses. Without a terminal, the option itself confirms them. Omits local
 * addresses.
 */
async function confirm(
  { options, surroundings }: CheckContext,
  named: readonly NamedWitness[],
): Promise<NamedWitness[]> {
  const usable = named.filter(({ vkey, url }) => isUsable(vkey, url, options.allowLocal));
  if (usable.length === 0 || !surroundings.isTerminal) return usable;
  const list = usable.map(({ vkey, url }) => `  ${url}  ${vkey}`);
  const answer = await surroundings.ask('The club names these witnesses:', ...list, 'Ask them, now and later? [y/N] ');
  return /^y(es)?$/i.test(answer.trim()) ? usable : [];
}

function isUsable(vkey: string, url: string, allowLocal: boolean): boolean {
  if (parseVerifierKey(vkey)?.algorithm !== NOTE_COSIGNATURE) return false;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return false;
  return allowLocal || !isLocalLiteral(new URL(url));
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}
