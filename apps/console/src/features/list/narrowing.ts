import type { MessageKey } from '../language/messages.ts';

/** A filter behind the filter button. `label` names what its values are compared with. */
export type Narrowing =
  /** A member, by user name or id. */
  | { kind: 'member'; name?: string }
  /** Amounts in the house's currency. */
  | { kind: 'amount'; label: MessageKey }
  | { kind: 'currency' }
  /** Days in UTC. */
  | { kind: 'days'; label: MessageKey; from?: string; to?: string };

/** Names of the filter values of a field. */
export function namesOf(one: Narrowing): string[] {
  if (one.kind === 'member') return [one.name ?? 'memberId'];
  if (one.kind === 'amount') return ['minMinor', 'maxMinor'];
  if (one.kind === 'currency') return ['currency'];
  return [one.from ?? 'from', one.to ?? 'to'];
}
