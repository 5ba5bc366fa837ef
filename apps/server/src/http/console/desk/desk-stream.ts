import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import type { Hub } from '../../live/hub.ts';
import { openStream } from '../../live/open-stream.ts';
import { PROBLEMS } from '../../shared/forms.ts';

/** Maximum length of a stream. The browser then reconnects, and the session is verified again. */
const STREAM_MS_MAX = 60_000;

/** The event stream of the desk. Events hold ids, never message texts. */
export function deskStreamRoute(http: Http, deps: { staffHub: Hub }): void {
  http.route({
    method: 'GET',
    url: '/api/console/desk/stream',
    exposeHeadRoute: false,
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'], unattended: true },
    schema: {
      tags: ['console'],
      summary: 'Server-sent events of all conversations: entry, read, closed, typing; a stream lasts a minute',
      response: { ...PROBLEMS },
    },
    handler: (request, reply) => {
      if (deps.staffHub.isFull()) throw new Refusal('busy');
      const socket = openStream(reply);
      const timer = setTimeout(() => socket.destroySoon(), STREAM_MS_MAX);
      socket.once('close', () => clearTimeout(timer));
      const lastEventId = request.headers['last-event-id'];
      deps.staffHub.join(socket, null, typeof lastEventId === 'string' ? lastEventId : undefined);
    },
  });
}
