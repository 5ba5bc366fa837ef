import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { listMessages, markRead } from '../../../members/messages/messages.ts';
import { FILTERS } from '../../../members/messages/topics.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { MessageAnswer } from '../../shared/message-answers.ts';
import { ID_CURSOR, page, pageQuery, Uuid } from '../../shared/shapes.ts';

const FilterName = z.enum(FILTERS);

export function listMessagesRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/messages',
    config: { access: 'restricted' },
    schema: {
      tags: ['messages'],
      summary: 'Messages to the member, newest first',
      querystring: pageQuery(ID_CURSOR).extend({
        filter: FilterName.optional().describe('Messages about one subject. Answers of the desk belong to the account'),
      }),
      response: {
        200: page(MessageAnswer).extend({
          unread: z.number().int().describe('Unread messages of the filter; without one, of all'),
          unreadBy: z.object({
            money: z.number().int(),
            play: z.number().int(),
            account: z.number().int(),
            house: z.number().int(),
          }),
        }),
        ...PROBLEMS,
      },
    },
    handler: (request) => {
      const { limit, cursor, filter } = request.query;
      return listMessages(deps.db, identityOf(request), {
        limit,
        ...(cursor === undefined ? {} : { before: cursor }),
        ...(filter === undefined ? {} : { filter }),
      });
    },
  });
}

export function readMessagesRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/me/messages/read',
    config: { access: 'restricted', unattended: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['messages'],
      summary: 'Mark a message and all older ones as read, of one filter or all',
      body: z.strictObject({ upTo: Uuid, filter: FilterName.optional() }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await markRead(deps.db, identityOf(request), request.body.upTo, request.body.filter);
      return reply.code(204).send(null);
    },
  });
}
