import { type Agent, globalAgent, request } from 'node:https';
import { join } from 'node:path';
import webPush from 'web-push';
import { z } from 'zod';
import type { PushOutcome, PushSender, PushSubscription } from '../members/messages/push.ts';
import { makeOnce, readIfThere } from '../process/durable-file.ts';

export interface WebPushOptions {
  keysDir: string;
  /** The house's contact for push services: a `mailto:` or `https:` URL. */
  subject: string;
  /** Trusted certificates and proxy; by default the machine's. */
  agent?: Agent;
  /** Called with the push service's host and the error code or status, never with the subscription's URL. */
  onFailed?(host: string, why: string): void;
}

const KeysFile = z.strictObject({ publicKey: z.string(), privateKey: z.string() });
const DAY_SECONDS = 86_400;
const ANSWER_MS_MAX = 10_000;
/** Statuses of an ended subscription: the browser unsubscribed, or the service removed it. */
const GONE = [404, 410];

/** Web push (RFC 8030, 8291, 8292) with the house's own VAPID keys, created once in the keys folder. */
export async function openWebPush(options: WebPushOptions): Promise<PushSender> {
  const { keysDir, subject, agent = globalAgent, onFailed = () => {} } = options;
  const keys = await loadKeys(join(keysDir, 'vapid-keys.json'));
  const vapidDetails = { subject, ...keys };

  async function send(subscription: PushSubscription, payload: string, topic: string): Promise<PushOutcome> {
    try {
      const options = { vapidDetails, TTL: DAY_SECONDS, topic, contentEncoding: 'aes128gcm' } as const;
      const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payload, options);
      const status = await post(endpoint, headers as Record<string, string>, body, agent);
      if (GONE.includes(status)) return 'gone';
      if (status >= 200 && status < 300) return 'sent';
      onFailed(hostOf(subscription), String(status));
    } catch (error) {
      // Report only the error's code: its text may contain the URL, which is a secret of the browser.
      onFailed(hostOf(subscription), codeOf(error));
    }
    return 'failed';
  }

  return { publicKey: keys.publicKey, send };
}

function hostOf({ endpoint }: PushSubscription): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'unknown';
}

/** Codes of Node and OpenSSL are single words. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return [code, name].find((text) => typeof text === 'string' && /^\w{1,60}$/.test(text))?.toString() ?? 'unknown';
}

/** The keys in the file; created if there are none. Every process must push with the same keys. */
async function loadKeys(path: string): Promise<z.infer<typeof KeysFile>> {
  const text = (await readIfThere(path)) ?? (await makeOnce(path, JSON.stringify(webPush.generateVAPIDKeys())));
  return KeysFile.parse(JSON.parse(text));
}

/** Sends the request and returns the status. The body is not read, and redirects are not followed. */
function post(url: string, headers: Record<string, string>, body: Buffer | null, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers, agent, signal: AbortSignal.timeout(ANSWER_MS_MAX) },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
