const TIMEOUT_MS = 10_000;

/** Reads a file of texts by key. It is the same for all, and needed before sign-in. Rejects if it cannot be loaded. */
export async function readWordFile(url: string): Promise<ReadonlyMap<string, string>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Map(Object.entries((await response.json()) as Record<string, string>));
}
