import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../../../refusal.ts';
import { readShownTitle, type ShownTitle } from '../../../video/catalogue.ts';
import { GRANT_MS, type Grant, pathOfFilm, writeGrant } from '../../../video/grants.ts';
import { resumeAt, startPointOf } from '../../../video/start-point.ts';
import { readProgress } from '../../../video/watch-history.ts';
import type { Http } from '../../http.ts';
import { isSecure, type SecurityOptions } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { answerAccess, answerLock, openTitle, readAsking } from './video-answers.ts';
import { WatchingAnswer } from './video-shapes.ts';

/**
 * Name of the grant cookie, which is sent to the files of its film only. Browsers send `__Secure-` cookies over TLS
 * only. A `__Host-` cookie would apply to the whole site.
 */
export function filmCookie(request: FastifyRequest, security: SecurityOptions): string {
  return isSecure(request, security) ? '__Secure-film' : 'film';
}

type Deps = Pick<MemberDeps, 'db' | 'house' | 'filmKey' | 'security'>;

export function watchVideoRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/videos/:id/watch',
    config: { access: 'public' },
    schema: {
      tags: ['video'],
      summary: 'Open a title: the whole film if the member has access, otherwise its preview',
      description:
        'Sets the cookie `__Secure-film` (without TLS `film`) for the film’s path. Call again during playback, before the grant ends.',
      params: z.object({ id: Uuid }),
      response: { 200: WatchingAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const asking = await readAsking(deps, request, reply);
      reply.header('cache-control', 'no-store');
      const title = await readShownTitle(deps.db, asking.readers, request.params.id);
      if (title === null) throw new Refusal('not-found');
      const { access, lock, boughtUntilMs, openedUntilMs } = openTitle(asking, title);
      const { identity } = request;
      const grant: Grant = {
        filmId: title.filmId,
        kind: lock === null ? 'full' : 'preview',
        memberId: identity?.memberId ?? null,
        untilMs: grantEnd(asking.nowMs, openedUntilMs),
      };
      setFilmCookie(request, reply, deps, grant, asking.nowMs);
      const left = identity && (await readProgress(deps.db, identity, title.id));
      return {
        ...filesOf(title, grant),
        ...beginning(title, grant, asking.terms.startMs, left),
        kind: grant.kind,
        untilMs: grant.untilMs,
        nowMs: asking.nowMs,
        lock: answerLock(lock),
        access: answerAccess(access),
        boughtUntilMs,
      };
    },
  });
}

/** End of the grant in Unix milliseconds. A grant never outlasts a rental. */
function grantEnd(nowMs: number, boughtUntilMs: number | null): number {
  return Math.min(nowMs + GRANT_MS, boughtUntilMs ?? Number.POSITIVE_INFINITY);
}

/** Sets the grant as a cookie, not in the URL: film files inherit no query, and logs store URLs. */
function setFilmCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { filmKey, security }: Deps,
  grant: Grant,
  nowMs: number,
): void {
  reply.setCookie(filmCookie(request, security), writeGrant(filmKey, grant), {
    path: pathOfFilm(grant),
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request, security),
    maxAge: Math.ceil((grant.untilMs - nowMs) / 1_000),
  });
}

function filesOf({ captions, made }: ShownTitle, grant: Grant) {
  const folder = pathOfFilm(grant);
  return {
    playlist: `${folder}main.m3u8`,
    captions: captions.map(({ locale, version }) => ({ locale, url: `${folder}captions/${locale}-${version}.vtt` })),
    thumbnails: grant.kind === 'full' && made.hasThumbnails ? `${folder}thumbnails.vtt` : null,
  };
}

function beginning(
  { durationMs, previewMs, startMs }: ShownTitle,
  { kind }: Grant,
  houseMs: number,
  left: number | null,
) {
  if (kind === 'preview') return { durationMs: previewMs, startMs: 0, seekFloorMs: 0 };
  const seekFloorMs = startPointOf({ durationMs, ownMs: startMs, houseMs });
  return { durationMs, startMs: resumeAt(seekFloorMs, left, durationMs), seekFloorMs };
}
