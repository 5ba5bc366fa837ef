import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { StaffStreamEvent } from '../../live/event-shapes.ts';
import { openStream } from '../../live/open-stream.ts';
import type { StaffHubs } from '../../live/staff-hubs.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';

/** Maximum length of a stream. The browser then reconnects, and the session is verified again. */
const STREAM_MS_MAX = 60_000;

/** The event stream of the console: news of queues, and of conversations for the desk. Never a member's text. */
export function staffStreamRoute(http: Http, { staffHubs }: { staffHubs: StaffHubs }): void {
  http.route({
    method: 'GET',
    url: '/api/console/stream',
    exposeHeadRoute: false,
    config: { access: 'staff', roles: ['support', 'content', 'finance', 'auditor', 'owner'], unattended: true },
    schema: {
      tags: ['console'],
      summary: 'Server-sent events for staff: changed queues, and at the desk all conversations; lasts a minute',
      response: {
        200: {
          description: 'Each event has its name in `event` and its JSON in `data`, as the schema says',
          content: { 'text/event-stream': { schema: StaffStreamEvent } },
        },
        ...PROBLEMS,
      },
    },
    handler: (request, reply) => {
      const hub = staffHubs.of(staffOf(request).role);
      if (hub.isFull()) throw new Refusal('busy');
      const socket = openStream(reply);
      const timer = setTimeout(() => socket.destroySoon(), STREAM_MS_MAX);
      socket.once('close', () => clearTimeout(timer));
      const lastEventId = request.headers['last-event-id'];
      hub.join(socket, null, typeof lastEventId === 'string' ? lastEventId : undefined);
    },
  });
}
