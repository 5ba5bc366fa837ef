import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { firstTextFault } from '../../../moderation/check-texts.ts';
import { leadsMoneyOut } from '../../../moderation/money-words.ts';
import { inSlices } from '../../../process/time-slicing.ts';
import { Refusal } from '../../../refusal.ts';
import { type Changed, publishTitle, type TitleTexts, withdrawTitle } from '../../../video/manage-titles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerTitle, TitleAnswer, VideoParams } from './video-shapes.ts';

export function publishVideoRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/videos/:id/publish',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
    schema: {
      tags: ['console'],
      summary: 'Publish a title, at once or when its film is ready; also republishes a withdrawn one',
      params: VideoParams,
      response: { 200: TitleAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const published = await publishTitle(tx, id);
        // Names of imported films have not been checked yet.
        await refuseLeadingOut(published.after.texts);
        const { states, after } = statesOf(published);
        const act = { act: 'video-published', subject: `video/${id}`, ...states };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}

async function refuseLeadingOut(texts: TitleTexts): Promise<void> {
  const words = Object.values(texts).flatMap(({ name, description = '' }) => [name, description]);
  const fault = await inSlices(firstTextFault(words, (one) => (leadsMoneyOut(one) ? 'words-lead-out' : null)));
  if (fault) throw new Refusal('words-lead-out', {}, { texts: 'words-lead-out' });
}

/**
 * Takes effect at once and needs no step-up: a wrong title must not stay up while staff look for their security key.
 */
export function withdrawVideoRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/videos/:id/withdraw',
    config: { access: 'staff', roles: ['content', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Withdraw a title; members whose purchase still runs get a refund',
      params: VideoParams,
      body: z.strictObject({ why: Why }),
      response: { 200: TitleAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const { states, after } = statesOf(await withdrawTitle(tx, id));
        const act = { act: 'video-withdrawn', subject: `video/${id}`, ...states };
        await record(tx, { ...act, staff, why, address: request.ip });
        return after;
      });
    },
  });
}

function statesOf({ before, after }: Changed) {
  return {
    states: { before: { state: before.state }, after: { state: after.state } },
    after: answerTitle(after),
  };
}
