import { type FetchLimits, fetchText } from './fetch-bytes.ts';

export interface JsonAnswer {
  status: number;
  /** Undefined unless the status is 200. */
  body: unknown;
}

/** GETs a JSON document. Throws like `fetchText`, and if an answer with status 200 is not JSON. */
export async function fetchJson(url: string, limits: FetchLimits): Promise<JsonAnswer> {
  const { status, text } = await fetchText(url, { ...limits, headers: { accept: 'application/json' } });
  return { status, body: status === 200 ? JSON.parse(text) : undefined };
}
