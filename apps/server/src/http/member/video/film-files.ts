import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../../../refusal.ts';
import type { FileCache } from '../../../video/file-cache.ts';
import { captionsOfFilms } from '../../../video/film-captions.ts';
import { folderOfFilm, typeOfFile } from '../../../video/film-store.ts';
import { readFilm } from '../../../video/films.ts';
import { createGrantReader, type FilmKind, type Grant } from '../../../video/grants.ts';
import { subtitlePlaylist, withSubtitles } from '../../../video/subtitles.ts';
import type { Http } from '../../http.ts';
import type { MemberDeps } from '../deps.ts';
import { filmCookie } from './watch-video.ts';

type Deps = Pick<MemberDeps, 'db' | 'filmKey' | 'security' | 'accel' | 'nowMs'> & { files: FileCache };

/** Files in the folder of a film and of its preview. */
const FILE =
  /^(?:main\.m3u8|v\d\/(?:list\.m3u8|init_\d\.mp4|s\d{5}\.m4s)|thumbnails\.vtt|sprite\.jpg|captions\/[a-zA-Z-]{2,12}-[0-9a-f]{8,64}\.(?:vtt|m3u8))$/;

interface FileAsk {
  filmId: string;
  kind: FilmKind;
  file: string;
}

/**
 * Serves playlists, segments, captions and pictures of films. Each call needs the grant cookie and the session of the
 * member who received it. A copied cookie alone opens nothing.
 */
export function filmFilesRoute(http: Http, deps: Deps): void {
  const readGrant = createGrantReader(deps.filmKey);
  http.route({
    method: 'GET',
    url: '/films/:film/:kind/*',
    config: { access: 'public' },
    // Files are not in the API document, and their bytes are sent unchanged.
    schema: { hide: true, params: z.object({ film: z.string(), kind: z.string(), '*': z.string() }) },
    handler: async (request, reply) => {
      const { film, kind, '*': file } = request.params;
      const ask = readAsk(film, kind, file);
      // Without a grant the answer must not reveal whether the file exists.
      const given = request.cookies[filmCookie(request, deps.security)] ?? '';
      if (ask === null || !isGranted(readGrant(given, ask, deps.nowMs()), request)) throw new Refusal('no-grant');
      const path = pathOf(ask);
      // The browser revalidates its cached copy each time: the next person at this device may have no grant.
      reply.header('cache-control', 'private, no-cache').header('vary', 'cookie').type(typeOfFile(path));
      const written = await writtenPlaylist(deps, ask);
      if (written !== null) return reply.send(written);
      const tag = `"${path.slice(path.lastIndexOf('/') + 1)}"`;
      reply.header('etag', tag);
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      if (deps.accel !== null) return reply.header('x-accel-redirect', `${deps.accel}/${path}`).send();
      const found = await deps.files.get(path);
      if (found === null) throw new Refusal('not-found');
      return reply.send(found);
    },
  });
}

/** A playlist that names captions, which staff add later; null for other files. Throws `not-found`. */
async function writtenPlaylist({ db, files }: Deps, ask: FileAsk): Promise<string | null> {
  if (ask.file === 'main.m3u8') {
    const main = await files.get(pathOf(ask));
    if (main === null) throw new Refusal('not-found');
    return withSubtitles(Buffer.from(main).toString('utf8'), await captionsOfFilms(db, [ask.filmId]));
  }
  if (!ask.file.startsWith('captions/') || !ask.file.endsWith('.m3u8')) return null;
  const film = await readFilm(db, ask.filmId);
  const durationMs = ask.kind === 'full' ? film?.durationMs : film?.previewMs;
  if (!durationMs) throw new Refusal('not-found');
  return subtitlePlaylist(ask.file.slice('captions/'.length).replace('.m3u8', '.vtt'), durationMs);
}

function readAsk(filmId: string, kind: string, file: string): FileAsk | null {
  if ((kind !== 'full' && kind !== 'preview') || !FILE.test(file)) return null;
  return { filmId, kind, file };
}

function isGranted(grant: Grant | null, request: FastifyRequest): boolean {
  if (grant === null) return false;
  if (grant.memberId === null) return grant.kind === 'preview';
  const { identity } = request;
  if (identity?.memberId !== grant.memberId) return false;
  return grant.kind === 'preview' || !identity.restricted;
}

function pathOf({ filmId, kind, file }: FileAsk): string {
  return `${folderOfFilm(filmId)}/${kind}/${file}`;
}
