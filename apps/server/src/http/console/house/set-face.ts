import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { groundOf, readLogo, refuseWeakAccents, setFace } from '../../../house/face.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { type PictureUploads, takeSlot } from '../../shared/uploads.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerFace, FaceAnswer, FaceBody } from './face-shapes.ts';

export function setFaceRoute(http: Http, { db, pictures, uploads }: { db: Db } & PictureUploads): void {
  http.route({
    method: 'PUT',
    url: '/api/console/face',
    config: { access: 'staff', roles: ['owner'], stepUp: true, readByMembers: true, judgedWords: true },
    schema: {
      tags: ['console'],
      summary: 'Set name, accents and logo of the house; the server draws the app icons and members see it immediately',
      body: FaceBody.extend({ why: Why }),
      response: { 200: FaceAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why, ...plan } = request.body;
      refuseWithoutWhy(why);
      refuseWeakAccents(plan);
      const staff = staffOf(request);
      const mark = plan.logo === null ? null : await readLogo(db, plan.logo);
      if (plan.logo !== null && mark === null) throw new Refusal('not-found', {}, { logo: 'not-found' });
      // Drawing the icons costs as much as an upload, so it has the same limits.
      if (mark !== null) takeSlot(uploads, staff.id, reply);
      const icons = mark === null ? null : await pictures.icons(mark, groundOf(plan));
      return transaction(db, async (tx) => {
        const { before, after } = await setFace(tx, plan, icons, staff.id);
        const act = {
          act: 'face-set',
          subject: 'house',
          before: before && answerFace(before),
          after: answerFace(after),
        };
        await record(tx, { ...act, staff, why, address: request.ip });
        return answerFace(after);
      });
    },
  });
}
