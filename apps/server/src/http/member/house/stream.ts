import { network } from '../../../members/sessions/attempts.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { StreamEvent } from '../../live/event-shapes.ts';
import type { Hub } from '../../live/hub.ts';
import { openStream } from '../../live/open-stream.ts';
import { createStreamLimits } from '../../live/stream-limits.ts';
import { PROBLEMS } from '../../shared/forms.ts';

/** Streams per member: each tab and phone has one. */
const PER_MEMBER_MAX = 16;

/** The event stream of a client; see docs/live-updates.md for its events. */
export function streamRoute(http: Http, deps: { hub: Hub; perAddressMax: number }): void {
  const seats = createStreamLimits();
  http.route({
    method: 'GET',
    url: '/api/stream',
    // A HEAD request would hold an empty stream open.
    exposeHeadRoute: false,
    config: { access: 'public' },
    schema: {
      tags: ['live'],
      summary:
        'Server-sent events: periods, seals, draws, and the member’s balance; replays events after Last-Event-ID',
      response: {
        200: {
          description:
            'Each event has its name in `event` and its JSON in `data`, as the schema says; most have an `id`',
          content: { 'text/event-stream': { schema: StreamEvent } },
        },
        ...PROBLEMS,
      },
    },
    handler: (request, reply) => {
      const address = { name: `address ${network(request.ip)}`, max: deps.perAddressMax };
      const member = request.identity && { name: `member ${request.identity.memberId}`, max: PER_MEMBER_MAX };
      const leave = deps.hub.isFull() ? null : seats.take(address, member);
      if (leave === null) throw new Refusal('busy');
      const socket = openStream(reply);
      socket.on('close', leave);
      const lastEventId = request.headers['last-event-id'];
      deps.hub.join(socket, request.identity, typeof lastEventId === 'string' ? lastEventId : undefined);
    },
  });
}
