import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { LANGUAGES } from '../../../languages.ts';
import { leadsMoneyOut } from '../../../moderation/money-words.ts';
import { Refusal } from '../../../refusal.ts';
import { CAPTIONS_BYTES_MAX } from '../../../video/captions.ts';
import { keepCaptions, removeCaptions, setCaptions } from '../../../video/film-captions.ts';
import type { FilmStore } from '../../../video/film-store.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { VideoParams } from './video-shapes.ts';

/** Body limit of a text with every character escaped. */
const BODY_BYTES_MAX = 3 * CAPTIONS_BYTES_MAX;
const Params = VideoParams.extend({ locale: z.enum(LANGUAGES) });
const CaptionsAnswer = z.object({
  locale: z.string(),
  version: z.string(),
  cues: z.number().int().describe('Number of captions'),
});

export function setCaptionsRoute(http: Http, { db, store }: { db: Db; store: FilmStore }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/films/:id/captions/:locale',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
    bodyLimit: BODY_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Set a film’s captions in a language: WebVTT, reduced to times, text and simple formatting',
      params: Params,
      body: z.strictObject({ text: z.string().max(CAPTIONS_BYTES_MAX) }),
      response: { 200: CaptionsAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const { id: filmId, locale } = request.params;
      const ask = { filmId, locale, text: request.body.text, admit: refuseLeadingOut };
      const { cues, ...captions } = await keepCaptions(db, store, ask);
      const { version } = captions;
      await transaction(db, async (tx) => {
        const before = { locale, version: await setCaptions(tx, captions) };
        const act = { act: 'captions-changed', subject: `film/${filmId}`, before, after: { locale, version, cues } };
        await record(tx, { ...act, staff: staffOf(request), why: null, address: request.ip });
      });
      return { locale, version, cues };
    },
  });
}

export function removeCaptionsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'DELETE',
    url: '/api/console/films/:id/captions/:locale',
    config: { access: 'staff', roles: ['content', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Delete a film’s captions in a language',
      params: Params,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id, locale } = request.params;
      await transaction(db, async (tx) => {
        const before = { locale, version: await removeCaptions(tx, id, locale) };
        const act = { act: 'captions-removed', subject: `film/${id}`, before };
        await record(tx, { ...act, staff: staffOf(request), why: null, address: request.ip });
      });
      return reply.code(204).send(null);
    },
  });
}

/** Applies the rule for texts that members read. It runs cue by cue, since a whole file takes too long. */
function refuseLeadingOut(words: string): void {
  if (leadsMoneyOut(words)) throw new Refusal('words-lead-out', {}, { text: 'words-lead-out' });
}
