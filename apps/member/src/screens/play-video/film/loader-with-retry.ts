import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext, LoaderStats } from 'hls.js/light';
import { fetchPatiently } from './fetch-with-retry.ts';

export interface LoaderPorts {
  renew(): Promise<boolean>;
  onRetry(retries: number): void;
  /** Reported to the caller, who stops or restarts loading. hls.js is not informed: it would retry by its own rules. */
  onGivenUp(barred: boolean): void;
}

/** hls.js loader for all files, with the club's retry rule instead of the library's. */
export function retryingLoader(ports: LoaderPorts): HlsConfig['loader'] {
  return class PatientLoader implements Loader<LoaderContext> {
    context: LoaderContext | null = null;
    stats: LoaderStats = freshStats();
    private readonly stop = new AbortController();

    load(context: LoaderContext, _: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
      this.context = context;
      const { stats } = this;
      stats.loading.start = performance.now();
      const ask = {
        url: context.url,
        headers: { ...context.headers, ...rangeOf(context) },
        signal: this.stop.signal,
        renew: ports.renew,
        onRetry: ports.onRetry,
        onBytes(loaded: number, total: number) {
          stats.loading.first ||= performance.now();
          stats.loaded = loaded;
          stats.total = total;
        },
      };
      fetchPatiently(ask).then(
        (bytes) => {
          if (this.stop.signal.aborted) return;
          stats.loading.first ||= performance.now();
          stats.loading.end = performance.now();
          stats.loaded = stats.total = bytes.byteLength;
          const data = context.responseType === 'arraybuffer' ? bytes : new TextDecoder().decode(bytes);
          callbacks.onSuccess({ url: new URL(context.url, location.href).href, data, code: 200 }, stats, context, null);
        },
        (error: unknown) => {
          if (!this.stop.signal.aborted) ports.onGivenUp((error as { barred?: boolean }).barred === true);
        },
      );
    }

    abort(): void {
      if (this.stats.loading.end === 0) this.stats.aborted = true;
      this.stop.abort();
    }

    destroy(): void {
      this.abort();
      this.context = null;
    }
  };
}

/** In hls.js the end of a range is exclusive; in HTTP it is inclusive. */
function rangeOf({ rangeStart, rangeEnd }: LoaderContext): Record<string, string> {
  return rangeEnd ? { Range: `bytes=${rangeStart ?? 0}-${rangeEnd - 1}` } : {};
}

function freshStats(): LoaderStats {
  const timing = () => ({ start: 0, first: 0, end: 0 });
  return {
    ...{ aborted: false, loaded: 0, retry: 0, total: 0, chunkCount: 0, bwEstimate: 0 },
    ...{ loading: timing(), parsing: { start: 0, end: 0 }, buffering: timing() },
  };
}
