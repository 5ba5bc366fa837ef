import type { Client } from '@adyen/api-library';
import { ProviderFailure } from '../../payments/provider/provider.ts';
import { fetchText } from '../fetch-bytes.ts';

const TIMEOUT_MS = 5_000;
const BYTES_MAX = 1_000_000;
const ERROR_CODE = /^[\w-]{1,40}$/;
/** Statuses of a rejected call without effect; a retry cannot succeed. */
const FINAL = new Set([400, 404, 422]);
/** Error code for a call that is in progress or already made, so money may have moved. */
const ALREADY_MADE = '704';

/** An error answer of Adyen's. Its text is left out: it may repeat what was sent, such as an account number. */
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
 * HTTP client for Adyen's library. The library's own client waits as long as data trickles in and reads answers of any
 * length. It also follows redirects with the API key, and puts bodies into errors. `reach` maps an endpoint to its
 * address; tests point it at a server of their own.
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
      // The library would print an answer that is not JSON.
      JSON.parse(text);
      return text;
    },
  };
}

/**
 * Runs a call and turns any error into a `ProviderFailure`. A failed question is never final, since its answer stays
 * unknown.
 */
export async function callAdyen<T>(kind: 'question' | 'order', what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (!(error instanceof AdyenNo)) throw new ProviderFailure(`the request to Adyen failed: ${what}`);
    const final = kind === 'order' && FINAL.has(error.status) && error.errorCode !== ALREADY_MADE;
    throw new ProviderFailure(`Adyen refused: ${what}: ${error.message}`, { final });
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
