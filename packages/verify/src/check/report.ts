import type { Step, Verdict } from '@tercet/fair';
import { EXIT } from './failure.ts';

/** What a command found. `lines` are for a person, `data` for a program; both say the same. */
export interface Report {
  exitCode: number;
  lines: string[];
  data: Record<string, unknown>;
}

const SAYS: Record<Verdict, string> = {
  verified: 'verified: all of it holds',
  'time-not-proven': 'time not proven: all of it holds but when the seal was there; no independent witness says',
  void: 'void: called off, the stakes go back',
  pending: 'pending: not drawn yet, nothing is wrong so far',
  breach: 'BREACH: keep this output and the file, and show both to a witness',
};

const EXIT_OF: Record<Verdict, number> = {
  verified: EXIT.holds,
  void: EXIT.holds,
  'time-not-proven': EXIT.notProven,
  pending: EXIT.notProven,
  breach: EXIT.breach,
};

export interface Verified {
  verdict: Verdict;
  houseRun: boolean;
  steps: readonly Step[];
}

/** The steps of one draw or slip. `silent`: witnesses that did not answer. */
export function reportOf(drawId: string, found: Verified, silent: readonly string[]): Report {
  const lines = [`draw ${drawId}`, ...found.steps.map(lineOf), SAYS[found.verdict]];
  if (found.houseRun) lines.push('The beacon is the house’s own: whoever holds its key could have looked ahead.');
  for (const url of silent) lines.push(`The witness at ${url} did not answer.`);
  const { verdict, houseRun, steps } = found;
  return { exitCode: EXIT_OF[verdict], lines, data: { drawId, verdict, houseRun, steps, silentWitnesses: silent } };
}

function lineOf({ id, ok, reason, values }: Step): string {
  const mark = { true: 'ok  ', false: 'FAIL', null: 'open' }[String(ok)] ?? '';
  const said = Object.entries(values).map(([name, value]) => `${name} ${shortened(value)}`);
  return `  ${mark} ${id.padEnd(10)} ${[reason ?? '', ...said].filter((part) => part !== '').join('  ')}`;
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 20)}…` : text;
}
