import type { CDPSession } from '@playwright/test';

/** One request of a page. */
export interface Loaded {
  type: string;
  bytes: number;
  /** Unix milliseconds. */
  askedAt: number;
}

/** Records the requests of a page, by their id. */
export async function followTransfers(session: CDPSession): Promise<Map<string, Loaded>> {
  const loaded = new Map<string, Loaded>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, wallTime }) => {
    loaded.set(requestId, { type: '', bytes: 0, askedAt: wallTime * 1000 });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = loaded.get(requestId);
    if (request !== undefined) request.type = response.mimeType;
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const response = loaded.get(requestId);
    if (response !== undefined) response.bytes += encodedDataLength;
  });
  return loaded;
}

/** Bytes transferred for requests of a content type, started before `until` (unix milliseconds). */
export function bytesOf(loaded: ReadonlyMap<string, Loaded>, kind: RegExp, until = Number.POSITIVE_INFINITY): number {
  return [...loaded.values()]
    .filter(({ type, askedAt }) => kind.test(type) && askedAt <= until)
    .reduce((total, { bytes }) => total + bytes, 0);
}
