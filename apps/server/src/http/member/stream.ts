import { Refusal } from '../../refusal.ts';
import type { Http } from '../http.ts';
import type { Hub } from '../live/hub.ts';
import { openStream } from '../live/open-stream.ts';
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
      openStream(reply);
      const lastEventId = request.headers['last-event-id'];
      deps.hub.join(reply.raw, request.identity, typeof lastEventId === 'string' ? lastEventId : undefined);
    },
  });
}
