import { z } from 'zod';
import { readFunding, readPayer } from '../../payments/provider/payer.ts';
import { type PaymentProvider, ProviderFailure } from '../../payments/provider/provider.ts';
import { readTraceRef } from '../../payments/provider/trace-ref.ts';
import { fetchText } from '../fetch-bytes.ts';
import { isSignedWebhook, signCall, WEBHOOK_SIGNATURE_HEADER } from './sandbox-signature.ts';

export interface SandboxPlace {
  url: string;
  secret: string;
}

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 256 * 1_024;
/** Statuses of a final refusal without effect. */
const FINAL = new Set([400, 404, 422]);
const NOT_FOUND = 404;

/** Printable ASCII characters: PostgreSQL stores no NUL and no half characters. */
const Reference = z.string().regex(/^[ -~]{1,100}$/);
const EventId = z.string().regex(/^[ -~]{1,200}$/);
const Minor = z
  .string()
  .regex(/^[1-9][0-9]{0,17}$/)
  .transform((text) => BigInt(text));
const Currency = z.string().min(1).max(12);
/** An unreadable amount or currency matches no payment, so staff review the event. */
const MoneyMoved = {
  eventId: EventId,
  reference: Reference,
  providerRef: Reference,
  amount: Minor.catch(0n),
  currency: Currency.catch(''),
};

const Event = z.discriminatedUnion('kind', [
  z.object({ eventId: EventId, kind: z.enum(['pending', 'declined', 'expired', 'refunded']), reference: Reference }),
  z.object({
    eventId: EventId,
    kind: z.enum(['capture-failed', 'charged-back', 'refund-failed']),
    reference: Reference,
  }),
  z.object({
    ...{ ...MoneyMoved, kind: z.literal('paid-in') },
    payer: z.unknown().optional().transform(readPayer),
    funding: z.unknown().optional().transform(readFunding),
  }),
  z.object({ ...MoneyMoved, kind: z.literal('paid-out'), traceRef: z.unknown().optional().transform(readTraceRef) }),
  z.object({ eventId: EventId, kind: z.enum(['failed', 'returned']), reference: Reference, providerRef: Reference }),
]);

export const SandboxEvents = z.object({ events: z.array(Event).max(100) });
const Opened = z.object({ id: z.string(), url: z.url() });
const Sent = z.object({ providerRef: z.string() });
const Token = z.object({
  brand: z.string(),
  last4: z.string(),
  fingerprint: z.string().max(128).nullable().default(null),
});

const Holdings = z.object({
  amountMinor: z
    .string()
    .regex(/^-?[0-9]{1,18}$/)
    .transform((text) => BigInt(text)),
  atMs: z.number().int().positive(),
});

/** The payment provider of `dev/sandbox`: it behaves like a real one and moves no money. */
export function sandboxProvider({ url, secret }: SandboxPlace): PaymentProvider {
  async function call(path: string, body: unknown): Promise<{ status: number; answer: unknown }> {
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
      return { status, answer: JSON.parse(answer) };
    } catch (error) {
      throw new ProviderFailure(`the request to the sandbox failed: ${path}`, { cause: error });
    }
  }

  async function ask<T>(path: string, body: unknown, shape: z.ZodType<T>): Promise<T> {
    const { status, answer } = await call(path, body);
    if (status >= 300)
      throw new ProviderFailure(`the sandbox answered ${status}: ${path}`, { final: FINAL.has(status) });
    const read = shape.safeParse(answer);
    if (!read.success) throw new ProviderFailure(`the sandbox answered without what was asked for: ${path}`);
    return read.data;
  }

  return {
    name: 'sandbox',
    isReal: false,
    cardOrigin: new URL(url).origin,
    limits: { min: 1n, max: 1_000_000_000n },
    async createCheckout(request) {
      const opened = await ask('/api/checkouts', withMinor(request), Opened);
      return { checkoutRef: opened.id, url: opened.url };
    },
    readWebhook({ body, headers, nowMs }) {
      if (!isSignedWebhook(secret, body, headers[WEBHOOK_SIGNATURE_HEADER], nowMs)) return null;
      return eventsIn(body);
    },
    async lookUp(what, reference) {
      return (await ask('/api/events', { what, reference }, SandboxEvents)).events;
    },
    spellPayment: (typed) => (/^pay_[0-9a-f-]{36}$/i.test(typed) ? typed.toLowerCase() : typed),
    async refund(request) {
      await ask('/api/refunds', withMinor(request), z.object({}));
    },
    payout: (request) => ask('/api/payouts', withMinor(request), Sent),
    async openCardField(request) {
      return { url: (await ask('/api/card-fields', request, Opened)).url };
    },
    async readToken(token, reference) {
      const { status, answer } = await call('/api/tokens', { token, reference });
      if (status === NOT_FOUND) return null;
      const read = Token.safeParse(answer);
      if (status >= 300 || !read.success) throw new ProviderFailure(`the sandbox answered ${status}: /api/tokens`);
      return read.data;
    },
    async funds({ currency }) {
      const { amountMinor, atMs } = await ask('/api/funds', { currency }, Holdings);
      return { amount: amountMinor, atMs };
    },
  };
}

function withMinor<T extends { amount: bigint }>({ amount, ...rest }: T): Omit<T, 'amount'> & { amountMinor: string } {
  return { ...rest, amountMinor: String(amount) };
}

const Delivered = z.object({ events: z.array(z.unknown()).max(100) });

/** The readable events of a signed message. An unreadable event does not lose the others. */
function eventsIn(body: Buffer) {
  try {
    const { events } = Delivered.parse(JSON.parse(new TextDecoder().decode(body)));
    return events.flatMap((event) => Event.safeParse(event).data ?? []);
  } catch {
    return null;
  }
}
