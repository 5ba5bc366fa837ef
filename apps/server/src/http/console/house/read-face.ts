import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { firstFace, readFace } from '../../../house/face.ts';
import type { House } from '../../../house/house.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerFace, FaceAnswer } from './face-shapes.ts';

export function readFaceRoute(http: Http, { db, house }: { db: Db; house: House }): void {
  http.route({
    method: 'GET',
    url: '/api/console/face',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Name, accents and logo of the house, as members see them',
      response: { 200: FaceAnswer, ...PROBLEMS },
    },
    handler: (request) =>
      transaction(db, async (tx) => {
        const face = await readFace(tx.q);
        await record(tx, { staff: staffOf(request), act: 'face-read', why: null, address: request.ip });
        return face === null ? { ...firstFace(house.name), version: 0, atMs: null } : answerFace(face);
      }),
  });
}
