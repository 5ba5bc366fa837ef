import { z } from 'zod';
import { COMPLAINT_STATES, listComplaints, readComplaint } from '../../../complaints/records.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import {
  answerComplaint,
  answerFullComplaint,
  ComplaintAnswer,
  FullComplaintAnswer,
} from '../../shared/complaint-answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';

export function listComplaintsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/complaints',
    config: { access: 'restricted' },
    schema: {
      tags: ['complaints'],
      summary: 'The member’s complaints, newest first; with `slip` those about one bet',
      querystring: pageQuery(ROW_CURSOR).extend({
        state: z.enum(COMPLAINT_STATES).optional(),
        slip: Uuid.optional(),
      }),
      response: { 200: page(ComplaintAnswer), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor, state, slip } = request.query;
      const found = await listComplaints(deps.db, identityOf(request), {
        limit,
        ...(cursor === undefined ? {} : { cursor }),
        ...(state === undefined ? {} : { state }),
        ...(slip === undefined ? {} : { slipId: slip }),
      });
      return { ...found, items: found.items.map(answerComplaint) };
    },
  });
}

export function readComplaintRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/complaints/:id',
    config: { access: 'restricted' },
    schema: {
      tags: ['complaints'],
      summary: 'One of the member’s complaints: its entries, and the proof at the time of the complaint',
      params: z.object({ id: Uuid }),
      response: { 200: FullComplaintAnswer, ...PROBLEMS },
    },
    handler: async (request) =>
      answerFullComplaint(await readComplaint(deps.db, identityOf(request), request.params.id)),
  });
}
