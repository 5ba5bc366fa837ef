import { z } from 'zod';
import type { CheckEvent, DocumentKind, ProviderReason, VerifiedPerson } from '../../identity-checks/provider.ts';

/** The fields of Veriff's messages that are read; unknown fields are ignored. */
const Text = z.string().max(300);
const Day = /^\d{4}-\d{2}-\d{2}$/;
const Time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const Session = z.object({ verification: z.object({ id: Text, url: z.url({ protocol: /^https$/ }) }) });

/** A value of unexpected form counts as missing, so that the rest can still be read. */
const Maybe = Text.nullish().catch(null);
const MaybeTime = Time.nullish().catch(null);

const Decision = z.object({
  id: Text,
  status: z.string(),
  reasonCode: z.coerce.number().int().nullish().catch(null),
  vendorData: Maybe,
  decisionTime: MaybeTime,
  acceptanceTime: MaybeTime,
  person: z.object({ firstName: Maybe, lastName: Maybe, dateOfBirth: Maybe }).nullish().catch(null),
  document: z.object({ number: Maybe, type: Maybe, country: Maybe, validUntil: Maybe }).nullish().catch(null),
});
type Decision = z.infer<typeof Decision>;

const Answer = z.object({ verification: Decision.nullable() });
const DecisionMessage = z.object({ verification: Decision });
/** Veriff's event webhook, which a house may point at the same address. */
const EventMessage = z.object({ id: Text, action: z.string(), vendorData: Maybe });

/** A new session and its page; null for any other answer. */
export function readSession(text: string): { providerRef: string; url: string } | null {
  const read = Session.safeParse(parsed(text)).data;
  return read ? { providerRef: read.verification.id, url: read.verification.url } : null;
}

/** The decision in an answer; null while undecided, undefined for any other answer. */
export function readDecision(text: string): Decision | null | undefined {
  return Answer.safeParse(parsed(text)).data?.verification;
}

/** News in a message with a verified signature; empty if it does not concern the house. */
export function messageNews(text: string, nowMs: number): CheckEvent[] {
  const json = parsed(text);
  const decision = DecisionMessage.safeParse(json).data?.verification;
  if (decision !== undefined) {
    const news = newsOf(decision);
    return news === null ? [] : [news];
  }
  const event = EventMessage.safeParse(json).data;
  if (!event?.vendorData || event.action !== 'submitted') return [];
  return [{ kind: 'pending', reference: event.vendorData, providerRef: event.id, decidedAtMs: nowMs }];
}

/** News of a decision; null if it names no check of ours, or lacks a required time. */
export function newsOf(decision: Decision): CheckEvent | null {
  const decidedAtMs = decision.decisionTime ?? decision.acceptanceTime;
  if (!decision.vendorData || decidedAtMs == null) return null;
  const head = { reference: decision.vendorData, providerRef: decision.id, decidedAtMs };
  switch (decision.status) {
    case 'approved': {
      const person = personOf(decision);
      // An approval without the required personal data counts as unreadable.
      return person === null
        ? { ...head, kind: 'declined', reason: 'document-unreadable' }
        : { ...head, kind: 'verified', person };
    }
    case 'declined':
      return { ...head, kind: 'declined', reason: reasonOf(decision.reasonCode ?? 0) };
    case 'resubmission_requested':
      return { ...head, kind: 'again' };
    case 'expired':
    case 'abandoned':
      return { ...head, kind: 'expired' };
    case 'review':
      return { ...head, kind: 'pending' };
    default:
      return null;
  }
}

function personOf({ person, document }: Decision): VerifiedPerson | null {
  const realName = [person?.firstName, person?.lastName].filter(Boolean).join(' ');
  const { dateOfBirth } = person ?? {};
  const { number, type, validUntil } = document ?? {};
  const country = document?.country?.toUpperCase();
  if (realName === '' || !dateOfBirth || !Day.test(dateOfBirth) || !number || !country) return null;
  if (!/^[A-Z]{2}$/.test(country)) return null;
  return {
    realName,
    birthDate: dateOfBirth,
    country,
    documentKind: KINDS[type ?? ''] ?? 'other',
    documentNumber: number,
    goodUntil: validUntil && Day.test(validUntil) ? validUntil : null,
  };
}

const KINDS: Readonly<Record<string, DocumentKind>> = {
  PASSPORT: 'passport',
  ID_CARD: 'id-card',
  DRIVERS_LICENSE: 'driving-licence',
  RESIDENCE_PERMIT: 'residence-permit',
};

/** Reasons by Veriff's codes of a declined session; unknown codes become `other`. */
const REASONS: Readonly<Record<number, ProviderReason>> = {
  101: 'document-not-accepted',
  102: 'suspected-fraud',
  103: 'not-the-person',
  105: 'suspected-fraud',
  106: 'suspected-fraud',
  111: 'suspected-fraud',
  113: 'suspected-fraud',
  120: 'not-the-person',
  127: 'suspected-fraud',
  501: 'suspected-fraud',
  503: 'suspected-fraud',
  504: 'suspected-fraud',
  505: 'suspected-fraud',
  506: 'suspected-fraud',
  507: 'suspected-fraud',
};

function reasonOf(code: number): ProviderReason {
  return REASONS[code] ?? 'other';
}

function parsed(text: string): unknown {
  try {
    // Some senders put a byte order mark in front.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
