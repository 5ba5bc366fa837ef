/** One bounded GET of a JSON document. */

export interface FetchLimits {
  timeoutMs: number;
  bytesMax: number;
  signal?: AbortSignal | undefined;
}

export interface JsonAnswer {
  status: number;
  /** Undefined unless the status is 200. */
  body: unknown;
}

/** Throws when the answer is late, redirected, longer than `bytesMax`, or with status 200 not JSON. */
export async function fetchJson(url: string, { timeoutMs, bytesMax, signal }: FetchLimits): Promise<JsonAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    return { status: response.status, body: undefined };
  }
  return { status: 200, body: JSON.parse(await readText(response, bytesMax)) };
}

/** Leaving the loop by a throw cancels the body, so nothing beyond the limit is read. */
async function readText(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new Error(`answer longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
