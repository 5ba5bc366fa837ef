import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../../durations.ts';
import { type IdentityProvider, IdentityProviderFailure } from '../../identity-checks/provider.ts';
import { fetchText } from '../fetch-bytes.ts';
import { messageNews, newsOf, readDecision, readSession } from './veriff-shapes.ts';

export interface VeriffPlace {
  /** Base URL of the API, such as `https://stationapi.veriff.com`. */
  url: string;
  apiKey: string;
  secret: string;
}

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 1_000_000;
const CREATED = 201;
/** Maximum age of a decision: Veriff retries webhooks for a week. */
const AGE_MS_MAX = 8 * DAY_MS;
/** Tolerance for Veriff's clock ahead of ours. */
const AHEAD_MS_MAX = 5 * 60_000;
/** Veriff's codes of our languages; languages that it lacks are shown in English. */
const LOCALES: Readonly<Record<string, string>> = { 'zh-Hant': 'zh-TW' };

/**
 * Veriff by its REST API: one session per check, and the decision by webhook or by polling. A decision is accepted
 * only for the check of its session and for at most eight days, since the signature has no timestamp.
 */
export function veriffIdentity({ url, apiKey, secret }: VeriffPlace): IdentityProvider {
  function sign(text: string | Buffer): string {
    return createHmac('sha256', secret).update(text).digest('hex');
  }

  /** Calls Veriff. Errors leave out its words, which may repeat what was sent. */
  async function call(path: string, signed: string, body?: string): Promise<{ status: number; text: string }> {
    try {
      return await fetchText(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-client': apiKey, 'x-hmac-signature': sign(signed) },
        ...(body === undefined ? {} : { body }),
        timeoutMs: TIMEOUT_MS,
        bytesMax: BYTES_MAX,
      });
    } catch {
      throw new IdentityProviderFailure('the request to Veriff failed');
    }
  }

  return {
    name: 'veriff',
    isReal: true,
    async startCheck({ reference, returnUrl, locale }) {
      const lang = LOCALES[locale] ?? locale;
      const body = JSON.stringify({ verification: { callback: returnUrl, vendorData: reference, lang } });
      const { status, text } = await call('/v1/sessions', body, body);
      if (status !== CREATED) throw new IdentityProviderFailure(`Veriff answered ${status} to a new session`);
      const session = readSession(text);
      if (session === null) throw new IdentityProviderFailure('Veriff opened a session without naming its page');
      return session;
    },
    readWebhook({ body, headers, nowMs }) {
      if (!isSame(headers['x-auth-client'], apiKey)) return null;
      if (!isSame(headers['x-hmac-signature'], sign(body))) return null;
      // A signed message is always acknowledged, even without news, or Veriff would retry it.
      return messageNews(body.toString('utf8'), nowMs).filter(({ decidedAtMs }) => isFresh(decidedAtMs, nowMs));
    },
    async lookUp({ reference, providerRef }) {
      const { status, text } = await call(`/v1/sessions/${encodeURIComponent(providerRef)}/decision`, providerRef);
      if (status !== 200) throw new IdentityProviderFailure(`Veriff answered ${status} to a question`);
      const decision = readDecision(text);
      if (decision === undefined) throw new IdentityProviderFailure('Veriff answered what is no decision');
      const news = decision === null ? null : newsOf(decision);
      return news?.reference === reference && news.providerRef === providerRef ? news : null;
    },
  };
}

function isSame(given: string | string[] | undefined, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given.toLowerCase()), Buffer.from(expected.toLowerCase())];
  return a.length === b.length && timingSafeEqual(a, b);
}

function isFresh(decidedAtMs: number, nowMs: number): boolean {
  return decidedAtMs <= nowMs + AHEAD_MS_MAX && decidedAtMs >= nowMs - AGE_MS_MAX;
}
