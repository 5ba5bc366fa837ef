import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import { Refusal } from '../refusal.ts';
import type { Http } from './http.ts';
import { consolePolicy } from './security.ts';

/** Placeholder in the built page, replaced by each answer's nonce. */
const NONCE_PLACE = '__CSP_NONCE__';
const NONCE_BYTES = 16;
const CONSOLE = { access: 'public', site: 'console' } as const;
/** Shown while the console is built for the first time; `npm start` opens the club before that. */
const BUILDING =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3">' +
  '<title>Tercet console</title><p>The console is being built. This page looks again by itself.</p></html>';

/**
 * Serves the built console under `/console`: its files by name, its one page for everything else. The folder may not
 * exist yet. With null there is no console.
 */
export async function serveConsole(http: Http, folder: string | null): Promise<void> {
  if (folder === null) return;
  const readPage = pageOf(join(folder, 'index.html'));
  await http.register(async (scope) => {
    await scope.register(staticFiles, { serve: false, preCompressed: true, immutable: true, maxAge: '365d' });
    scope.get('/console/assets/*', { config: CONSOLE, schema: { hide: true } }, (request, reply) => {
      const { '*': name } = request.params as { '*': string };
      return reply.sendFile(name, join(folder, 'assets'));
    });
    for (const url of ['/console', '/console/*']) {
      scope.get(url, { config: CONSOLE, schema: { hide: true } }, async (_, reply) => {
        reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
        const page = await readPage();
        if (page === null) return reply.code(503).header('retry-after', '3').send(BUILDING);
        const nonce = randomBytes(NONCE_BYTES).toString('base64');
        return reply.header('content-security-policy', consolePolicy(nonce)).send(page.replaceAll(NONCE_PLACE, nonce));
      });
    }
  });
}

/** Reads the page once it exists and caches it forever, since each build has its own folder. */
function pageOf(path: string): () => Promise<string | null> {
  let known: string | null = null;
  return async () => {
    known ??= await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw new Refusal('internal');
    });
    return known;
  };
}
