import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readHouseLocale } from '../../../house/house.ts';
import { changeTitle } from '../../../video/manage-titles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { TITLE_BYTES_MAX } from './create-video.ts';
import { answerTitle, planOfTitle, TitleAnswer, TitleBody, VideoParams } from './video-shapes.ts';

export function changeVideoRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PATCH',
    url: '/api/console/videos/:id',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true },
    bodyLimit: TITLE_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Change a title; earlier purchases stay valid',
      params: VideoParams,
      body: TitleBody.partial(),
      response: { 200: TitleAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const changed = await changeTitle(tx, id, planOfTitle(request.body), await readHouseLocale(tx.q));
        const [before, after] = [answerTitle(changed.before), answerTitle(changed.after)];
        const act = { act: 'video-changed', subject: `video/${id}`, before, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}
