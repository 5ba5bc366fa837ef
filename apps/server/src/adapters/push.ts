import { type Agent, globalAgent, request } from 'node:https';
import { join } from 'node:path';
import webPush from 'web-push';
import { z } from 'zod';
import type { PushOutcome, PushSender, PushSubscription } from '../members/messages/push.ts';
import { makeOnce, readIfThere } from '../process/durable-file.ts';

export interface WebPushOptions {
  keysDir: string;
  /** Whom a push service writes to about us: a `mailto:` or `https:` URL. */
  subject: string;
  /** Whose certificates are believed, and the way out; by default the machine's. */
  agent?: Agent;
  /** Told of the service's host and of what went wrong: an error's code, or the status. Never of the address. */
  onFailed?(host: string, why: string): void;
}

const KeysFile = z.strictObject({ publicKey: z.string(), privateKey: z.string() });
const DAY_SECONDS = 86_400;
const ANSWER_MS_MAX = 10_000;
/** The subscription is over: the browser unsubscribed, or the service forgot it. */
const GONE = [404, 410];

/** Web push (RFC 8030, 8291, 8292) with keys of the house's own, made once in the keys folder. */
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
      // Its code alone: what was thrown may bear the address, which is a secret of the browser.
      onFailed(hostOf(subscription), codeOf(error));
    }
    return 'failed';
  }

  return { publicKey: keys.publicKey, send };
}

function hostOf({ endpoint }: PushSubscription): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'unknown';
}

/** Codes of Node and OpenSSL are words of their own. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return [code, name].find((text) => typeof text === 'string' && /^\w{1,60}$/.test(text))?.toString() ?? 'unknown';
}

/** The file's keys, which are made where there are none: every process must push with the same. */
async function loadKeys(path: string): Promise<z.infer<typeof KeysFile>> {
  const text = (await readIfThere(path)) ?? (await makeOnce(path, JSON.stringify(webPush.generateVAPIDKeys())));
  return KeysFile.parse(JSON.parse(text));
}

/** The status of the answer; its body is not read, and a redirect is an answer like any other. */
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
