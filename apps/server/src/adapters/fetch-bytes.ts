import { step } from '../trace/steps.ts';

/** Limits of one HTTP call. */

export interface FetchLimits {
  timeoutMs: number;
  bytesMax: number;
  signal?: AbortSignal | undefined;
}

export interface FetchRequest extends FetchLimits {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface BytesAnswer {
  status: number;
  bytes: Buffer;
}

export interface TextAnswer {
  status: number;
  text: string;
}

/** Like `fetchBytes`, with the body as text. */
export async function fetchText(url: string, request: FetchRequest): Promise<TextAnswer> {
  const { status, bytes } = await fetchBytes(url, request);
  return { status, text: bytes.toString('utf8') };
}

/** Makes one HTTP call. Throws if the answer is late, a redirect or longer than `bytesMax`. */
export function fetchBytes(url: string, request: FetchRequest): Promise<BytesAnswer> {
  const { method = 'GET' } = request;
  // Trace the host only: paths and queries contain references of members' payments.
  const about = { 'http.request.method': method, 'server.address': new URL(url).host };
  return step(`call ${method}`, about, () => fetchNow(url, request), { kind: 'client' });
}

async function fetchNow(url: string, request: FetchRequest): Promise<BytesAnswer> {
  const { timeoutMs, bytesMax, signal, ...init } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    ...(init as RequestInit),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    redirect: 'error',
  });
  return { status: response.status, bytes: await readBytes(response, bytesMax) };
}

/** Throwing out of the loop cancels the body, so nothing beyond the limit is read. */
async function readBytes(response: Response, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new Error(`answer longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
