import type { Browser, BrowserContext, Page } from '@playwright/test';
import { bytesOf, followTransfers } from '../kit/transfers.ts';

const CPU_SLOWER = 4;
const BYTES_PER_SECOND = (1.6 * 1_000_000) / 8;
const LATENCY_MS = 150;

/** A page on a phone with empty caches: a CPU four times slower, 1.6 Mbit/s and a latency of 150 ms. */
export interface SlowPhone {
  page: Page;
  context: BrowserContext;
  /**
   * Bytes transferred for requests of a content type such as `javascript`, started before `until` (unix milliseconds).
   */
  bytesOf(kind: RegExp, until?: number): number;
}

export async function slowPhone(
  browser: Browser,
  options: { token?: string; address: string; encoding?: 'gzip' | 'br' },
): Promise<SlowPhone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    // Chromium would request brotli; the byte budgets are in gzip.
    extraHTTPHeaders: { 'accept-encoding': options.encoding ?? 'gzip' },
  });
  if (options.token !== undefined)
    await context.addCookies([{ name: 'tercet', value: options.token, url: options.address }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const loaded = await followTransfers(session);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
  return {
    page,
    context,
    bytesOf: (kind, until) => bytesOf(loaded, kind, until),
  };
}
