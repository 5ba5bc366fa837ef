import { network } from '../../../members/sessions/tries.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import type { Hub } from '../../live/hub.ts';
import { openStream } from '../../live/open-stream.ts';
import { createSeats } from '../../live/seats.ts';
import { PROBLEMS } from '../../shared/forms.ts';

/** Tabs and phones of one member; each has one stream. */
const PER_MEMBER_MAX = 16;

/** The one event stream of a client; see docs/live-updates.md for the events. */
export function streamRoute(http: Http, deps: { hub: Hub; perAddressMax: number }): void {
  const seats = createSeats();
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
