import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Calls } from '../http/drain.ts';
import type { Http } from '../http/http.ts';

export interface StreamCounts {
  open(): number;
  dropped(): number;
}

/** From a bet's few milliseconds to unacceptable durations. */
const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Registers response times by declared route and status class. Never by URL, so that labels contain no member and the
 * number of series is bounded. Streams are counted, not timed.
 */
export function registerHttpMetrics(registry: Registry, http: Http, streams: StreamCounts, calls: Calls): void {
  const seconds = new Histogram({
    name: 'tercet_http_seconds',
    help: 'Duration from the request to the end of the response',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    if (route.endsWith('/stream') && reply.statusCode < 400) return done();
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
    done();
  });
  new Gauge({
    name: 'tercet_streams_open',
    help: 'Open event streams of this process',
    registers: [registry],
    collect() {
      this.set(streams.open());
    },
  });
  new Counter({
    name: 'tercet_streams_dropped_total',
    help: 'Event streams closed because their client did not read',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(streams.dropped());
    },
  });
  new Gauge({
    name: 'tercet_http_requests_in_progress',
    help: 'Requests in progress',
    registers: [registry],
    collect() {
      this.set(calls.underWay());
    },
  });
}
