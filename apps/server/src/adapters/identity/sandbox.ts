import { z } from 'zod';
import {
  type CheckEvent,
  DOCUMENT_KINDS,
  type IdentityProvider,
  IdentityProviderFailure,
  PROVIDER_REASONS,
} from '../../identity-checks/provider.ts';
import { fetchText } from '../fetch-bytes.ts';
import { isSignedWebhook, signCall, WEBHOOK_SIGNATURE_HEADER } from '../payment/sandbox-signature.ts';

export interface SandboxPlace {
  url: string;
  secret: string;
}

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 256 * 1_024;

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** Printable ASCII characters: PostgreSQL stores no NUL and no half characters. */
const Reference = z.string().regex(/^[ -~]{1,100}$/);
const Head = { reference: Reference, providerRef: Reference, decidedAtMs: z.number().int() };
const Person = z.object({
  realName: z.string().max(200),
  birthDate: Day,
  country: z.string().regex(/^[A-Z]{2}$/),
  documentKind: z.enum(DOCUMENT_KINDS),
  documentNumber: z.string().min(1).max(64),
  goodUntil: Day.nullable(),
});

/** The sandbox's news of a check. `kind` distinguishes it from payment events. */
const Event = z.discriminatedUnion('outcome', [
  z.object({ kind: z.literal('identity'), outcome: z.enum(['pending', 'again', 'expired']), ...Head }),
  z.object({ kind: z.literal('identity'), outcome: z.literal('verified'), ...Head, person: Person }),
  z.object({ kind: z.literal('identity'), outcome: z.literal('declined'), ...Head, reason: z.enum(PROVIDER_REASONS) }),
]);
const Events = z.object({ events: z.array(Event).max(100) });
const Opened = z.object({ id: z.string(), url: z.url() });

/** The identity provider of `dev/sandbox`. It signs messages like the payment provider there. */
export function sandboxIdentity({ url, secret }: SandboxPlace): IdentityProvider {
  async function ask<T>(path: string, body: unknown, shape: z.ZodType<T>): Promise<T> {
    const text = JSON.stringify(body);
    const signed = signCall(secret, { method: 'POST', path, body: text }, Date.now());
    try {
      const { status, text: answer } = await fetchText(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed },
        body: text,
        timeoutMs: TIMEOUT_MS,
        bytesMax: BYTES_MAX,
      });
      if (status >= 300) throw new Error(`it answered ${status}`);
      return shape.parse(JSON.parse(answer));
    } catch (error) {
      throw new IdentityProviderFailure(`the request to the sandbox failed: ${path}`, { cause: error });
    }
  }

  return {
    name: 'sandbox',
    isReal: false,
    async startCheck(request) {
      const opened = await ask('/api/identity-checks', request, Opened);
      return { providerRef: opened.id, url: opened.url };
    },
    readWebhook({ body, headers, nowMs }) {
      if (!isSignedWebhook(secret, body, headers[WEBHOOK_SIGNATURE_HEADER], nowMs)) return null;
      return newsIn(body);
    },
    async lookUp({ reference }) {
      const { events } = await ask('/api/events', { reference }, Events);
      return events.map(newsOf).at(-1) ?? null;
    },
  };
}

const Delivered = z.object({ events: z.array(z.unknown()).max(100) });

/** The readable news of a signed message. An unreadable event does not lose the others. */
function newsIn(body: Buffer): CheckEvent[] | null {
  try {
    const { events } = Delivered.parse(JSON.parse(new TextDecoder().decode(body)));
    return events.flatMap((event) => Event.safeParse(event).data ?? []).map(newsOf);
  } catch {
    return null;
  }
}

function newsOf(event: z.infer<typeof Event>): CheckEvent {
  const { reference, providerRef, decidedAtMs } = event;
  const head = { reference, providerRef, decidedAtMs };
  if (event.outcome === 'verified') return { ...head, kind: 'verified', person: event.person };
  if (event.outcome === 'declined') return { ...head, kind: 'declined', reason: event.reason };
  return { ...head, kind: event.outcome };
}
