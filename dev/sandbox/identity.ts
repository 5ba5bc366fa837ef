import { No } from './no.ts';
import type { IdentityOutcome, IdentitySession, State } from './state.ts';
import type { Queue } from './webhooks.ts';

export type IdentityAsk = Pick<IdentitySession, 'reference' | 'returnUrl' | 'expiresAtMs'>;

export interface IdentityDesk {
  open(ask: IdentityAsk): IdentitySession;
  /** Throws `No` for an unknown id. */
  byId(id: string): IdentitySession;
  byReference(reference: string): IdentitySession;
  /** Applies the decision made on the page and sends an event. No effect on a decided check. */
  decide(session: IdentitySession, outcome: IdentityOutcome): void;
  /** Sends a pending event at once and the decision later. */
  decideLater(session: IdentitySession, outcome: IdentityOutcome, atMs: number): void;
  /** Replaces an earlier decision, as a provider's review can. */
  overrule(session: IdentitySession, outcome: IdentityOutcome): void;
  /** Runs what is due. */
  tick(): void;
}

/** Simulated identity checks: the person on the page enters an identity and chooses the outcome. */
export function identityDesk(state: State, queue: Queue): IdentityDesk {
  const waiting = new Set(state.all('identity').flatMap((session) => (isWaiting(session) ? [session.id] : [])));

  function save(session: IdentitySession): void {
    state.put('identity', session.id, session);
    if (isWaiting(session)) waiting.add(session.id);
    else waiting.delete(session.id);
  }

  function byId(id: string): IdentitySession {
    const session = state.get('identity', id);
    if (!session) throw new No(404, 'There is no such check.');
    return session;
  }

  function tell({ id, reference }: IdentitySession, outcome: IdentityOutcome | { outcome: 'pending' | 'expired' }) {
    queue.add({ kind: 'identity', reference, providerRef: id, decidedAtMs: state.nowMs(), ...outcome });
  }

  function overrule(session: IdentitySession, outcome: IdentityOutcome): void {
    save({ ...session, state: outcome.outcome, late: null });
    tell(session, outcome);
  }

  return {
    open(ask) {
      const id = state.idOf('identity', ask.reference);
      const known = state.get('identity', id);
      if (known) return known;
      const { reference, returnUrl, expiresAtMs } = ask;
      const session: IdentitySession = { id, reference, returnUrl, expiresAtMs, state: 'open', late: null };
      save(session);
      return session;
    },
    byId,
    byReference: (reference) => byId(state.idOf('identity', reference)),
    decide(session, outcome) {
      if (session.state === 'open') overrule(session, outcome);
    },
    decideLater(session, outcome, atMs) {
      if (session.state !== 'open') return;
      save({ ...session, state: 'pending', late: { atMs, outcome } });
      tell(session, { outcome: 'pending' });
    },
    overrule,
    tick() {
      const nowMs = state.nowMs();
      for (const id of waiting) {
        const session = byId(id);
        if (session.late && session.late.atMs <= nowMs) overrule(session, session.late.outcome);
        else if (session.state === 'open' && session.expiresAtMs <= nowMs) {
          save({ ...session, state: 'expired' });
          tell(session, { outcome: 'expired' });
        }
      }
    },
  };
}

function isWaiting({ state }: IdentitySession): boolean {
  return state === 'open' || state === 'pending';
}
