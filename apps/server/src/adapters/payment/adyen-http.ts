import type { Client } from '@adyen/api-library';
import { ProviderFailure } from '../../payments/provider.ts';
import { fetchText } from '../fetch-bytes.ts';

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 1_000_000;
const ERROR_CODE = /^[\w-]{1,40}$/;
/** It understood the call and did nothing: a form that is wrong stays wrong. */
const FINAL = new Set([400, 404, 422]);
/** The same call is under way or was made already, so money may have moved. */
const ALREADY_MADE = '704';

/** Adyen's "no". Its words are left out: they may repeat what was sent, an account number among it. */
class AdyenNo extends Error {
  readonly status: number;
  readonly errorCode: string;

  constructor(status: number, errorCode: string) {
    super(`status ${status}, error ${errorCode}`);
    this.status = status;
    this.errorCode = errorCode;
  }
}

type HttpClient = Client['httpClient'];

/**
 * What the library sends its calls with. Its own client waits as long as something trickles in, reads answers of any
 * length, follows redirects with the key in hand and puts the answer's body into its errors. `reach` is where an
 * endpoint is really found; tests put a server of their own there.
 */
export function boundedClient(reach: (endpoint: string) => string): HttpClient {
  return {
    async request(endpoint, json, config, _isKeyNeeded, options = {}) {
      const url = new URL(reach(endpoint));
      for (const [name, value] of new URLSearchParams(options.params)) url.searchParams.set(name, value);
      const isRead = options.method === 'GET';
      const { status, text } = await fetchText(url.href, {
        method: isRead ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': config.apiKey ?? '',
          ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
        },
        ...(isRead ? {} : { body: json }),
        timeoutMs: TIMEOUT_MS,
        bytesMax: BYTES_MAX,
      });
      if (status < 200 || status >= 300) throw new AdyenNo(status, errorCodeOf(text));
      // The library would print an answer that is none.
      JSON.parse(text);
      return text;
    },
  };
}

/**
 * Makes a failure of ours of whatever a call throws. A question is never refused for good: what it would have told
 * stays unknown.
 */
export async function asked<T>(kind: 'question' | 'order', what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (!(error instanceof AdyenNo)) throw new ProviderFailure(`Adyen cannot be asked: ${what}`);
    const final = kind === 'order' && FINAL.has(error.status) && error.errorCode !== ALREADY_MADE;
    throw new ProviderFailure(`Adyen said no: ${what}: ${error.message}`, { final });
  }
}

function errorCodeOf(text: string): string {
  try {
    const { errorCode } = JSON.parse(text) as { errorCode?: unknown };
    return typeof errorCode === 'string' && ERROR_CODE.test(errorCode) ? errorCode : 'none';
  } catch {
    return 'none';
  }
}
