import { Refusal } from '../../refusal.ts';
import type { Http } from '../http.ts';
import type { Hub } from '../live/hub.ts';
import { PROBLEMS } from './forms.ts';

/** The one event stream of a client; see docs/live-updates.md for the events. */
export function streamRoute(http: Http, deps: { hub: Hub }): void {
  http.route({
    method: 'GET',
    url: '/api/stream',
    // A stream without a body would be held open for nothing.
    exposeHeadRoute: false,
    config: { access: 'public' },
    schema: {
      tags: ['live'],
      summary: 'Server-sent events: periods, seals, draws, and the own balance; replays after Last-Event-ID',
      response: { ...PROBLEMS },
    },
    handler: (request, reply) => {
      if (deps.hub.isFull()) throw new Refusal('busy');
      const { raw } = reply;
      const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8' };
      reply.hijack();
      // Messages are written to the socket as they are; chunked framing would need bytes of its own for each client.
      raw.useChunkedEncodingByDefault = false;
      raw.shouldKeepAlive = false;
      raw.setTimeout(0);
      raw.writeHead(200, { ...headers, 'cache-control': 'no-store', 'x-accel-buffering': 'no' } as Record<
        string,
        string
      >);
      raw.flushHeaders();
      raw.socket?.setNoDelay(true);
      const lastEventId = request.headers['last-event-id'];
      deps.hub.join(raw, request.identity, typeof lastEventId === 'string' ? lastEventId : undefined);
    },
  });
}
