import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readHouseLocale } from '../../../house/house.ts';
import { changeClass } from '../../../video/classes.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerClass, ClassAnswer, ClassBody, VideoParams } from './video-shapes.ts';

export function changeVideoClassRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PATCH',
    url: '/api/console/video-classes/:id',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true },
    schema: {
      tags: ['console'],
      summary: 'Rename, move, hide or show a class with its titles',
      params: VideoParams,
      body: ClassBody,
      response: { 200: ClassAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const changed = await changeClass(tx, id, request.body, await readHouseLocale(tx.q));
        const [before, after] = [answerClass(changed.before), answerClass(changed.after)];
        const act = { act: 'video-class-changed', subject: `video-class/${id}`, before, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}
