import { createHmac, timingSafeEqual } from 'node:crypto';

/** Authentication between the club and the sandbox: HMAC-SHA256 over content and time under a shared secret. */
export const CALL_TIME_HEADER = 'tercet-sandbox-time';
export const CALL_SIGNATURE_HEADER = 'tercet-sandbox-call';
export const WEBHOOK_SIGNATURE_HEADER = 'tercet-sandbox-signature';

const AGE_SECONDS_MAX = 300;
const WEBHOOK_SIGNATURE = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/;
const SECONDS = /^[0-9]{1,12}$/;

export interface SandboxCall {
  method: string;
  /** With the query. */
  path: string;
  body: string;
}

/** The headers of a call from the club to the sandbox. */
export function signCall(secret: string, call: SandboxCall, nowMs: number): Record<string, string> {
  const seconds = String(Math.floor(nowMs / 1_000));
  return { [CALL_TIME_HEADER]: seconds, [CALL_SIGNATURE_HEADER]: hmac(secret, callText(call, seconds)) };
}

/** True if the call carries a valid signature, made within five minutes of now. */
export function isSignedCall(secret: string, call: SandboxCall, headers: Headerlike, nowMs: number): boolean {
  const seconds = headers[CALL_TIME_HEADER];
  const signature = headers[CALL_SIGNATURE_HEADER];
  if (typeof seconds !== 'string' || typeof signature !== 'string' || !SECONDS.test(seconds)) return false;
  return isSame(hmac(secret, callText(call, seconds)), signature) && isFresh(seconds, nowMs);
}

/** Signature header of a webhook from the sandbox: `t=<Unix seconds>,v1=<hex of HMAC-SHA256 over "<t>.<body>">`. */
export function signWebhook(secret: string, body: string | Buffer, nowMs: number): string {
  const seconds = String(Math.floor(nowMs / 1_000));
  return `t=${seconds},v1=${hmac(secret, `${seconds}.`, body)}`;
}

/** True if the webhook carries a valid signature over these exact bytes, made within five minutes of now. */
export function isSignedWebhook(secret: string, body: Buffer, header: unknown, nowMs: number): boolean {
  const [, seconds, signature] = typeof header === 'string' ? (WEBHOOK_SIGNATURE.exec(header) ?? []) : [];
  if (seconds === undefined || signature === undefined) return false;
  return isSame(hmac(secret, `${seconds}.`, body), signature) && isFresh(seconds, nowMs);
}

type Headerlike = Record<string, string | string[] | undefined>;

function callText({ method, path, body }: SandboxCall, seconds: string): string {
  return `${seconds}.${method}.${path}.${body}`;
}

function hmac(secret: string, ...parts: (string | Buffer)[]): string {
  const maker = createHmac('sha256', secret);
  for (const part of parts) maker.update(part);
  return maker.digest('hex');
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function isFresh(seconds: string, nowMs: number): boolean {
  return Math.abs(nowMs / 1_000 - Number(seconds)) <= AGE_SECONDS_MAX;
}
