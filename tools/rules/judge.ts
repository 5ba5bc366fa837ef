import type { Rule } from './document.ts';
import { nameOf, type Outcomes } from './run-tests.ts';

/** A rule is broken when one of its tests failed or no longer exists. */
export function isBroken(rule: Rule, outcomes: Outcomes): boolean {
  return faultsOf(rule, outcomes).length > 0;
}

/** `rule 3: …` on one line. */
export function lineOf(rule: Rule, outcomes: Outcomes): string {
  const start = `rule ${rule.number}:`;
  const faults = faultsOf(rule, outcomes);
  if (faults.length > 0) return `${start} broken: ${faults.join('; ')}`;
  const tests = `${rule.tests.length} ${rule.tests.length === 1 ? 'test' : 'tests'}`;
  if (rule.missing === null) return `${start} held (${tests}): ${rule.title}`;
  if (rule.tests.length === 0) return `${start} not built yet: ${rule.missing}`;
  return `${start} held as far as it is built (${tests}); not built yet: ${rule.missing}`;
}

function faultsOf(rule: Rule, outcomes: Outcomes): string[] {
  return rule.tests.flatMap((test) => {
    const outcome = outcomes.get(nameOf(test)) ?? 'not found';
    return outcome === 'passed' ? [] : [`${nameOf(test)} (${outcome})`];
  });
}
