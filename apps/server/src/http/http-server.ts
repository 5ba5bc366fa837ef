import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import swagger from '@fastify/swagger';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { Face } from '../house/face.ts';
import type { Identity } from '../identity.ts';
import { Refusal } from '../refusal.ts';
import type { Traces } from '../trace/open-traces.ts';
import { documentedRoute } from './api-document/documented-route.ts';
import { apiDocumentRoutes } from './api-document/route.ts';
import { SECURITY_SCHEMES } from './api-document/security-schemes.ts';
import { withSharedShapes } from './api-document/shared-shapes.ts';
import { TAGS } from './api-document/tags.ts';
import { type AuthDeps, installAuth } from './auth.ts';
import { boundBodies, readJsonBodies } from './body-limits.ts';
import { installErrorHandling, sendProblem } from './errors.ts';
import { pageWithFace } from './face-page.ts';
import type { Http } from './http.ts';
import { refuseMoreOnStreams } from './live/open-stream.ts';
import { answerMalformed } from './malformed-requests.ts';
import { decodableUrl, isPageAddress, meantConsoleAddress } from './page-address.ts';
import { createReadLimits, installReadCosts, type ReadLimits } from './read-limits.ts';
import { addRequestIds, requestIdBy, trustOf } from './request-ids.ts';
import { requestLogOf } from './request-log.ts';
import { installSecurity } from './security.ts';
import { createSecurityLog, noteProofs } from './security-log.ts';
import { recordUse } from './session-use.ts';
import { compressAnswers } from './shared/compression.ts';
import { installTextNormalization } from './shared/text-normalization.ts';
import { installTextRules } from './shared/text-rules.ts';
import { traceCalls } from './tracing.ts';

export interface HttpServerDeps extends AuthDeps {
  log: Logger;
  traces?: Traces | null;
  trustProxy: string | false;
  reads: ReadLimits;
  /** Records that a member used their session. Default: nothing does. */
  noteUse?: (identity: Identity) => Promise<void>;
}

const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_MS_MAX = 30_000;
/** Node reads no longer request head. */
const URL_LENGTH_MAX = 16_384;

/**
 * Creates the server without endpoints: error handling, security headers, authentication and the API document.
 * `app.ts` adds the endpoints.
 */
export async function createHttpServer(deps: HttpServerDeps): Promise<Http> {
  const trust = trustOf(deps.trustProxy);
  const http: Http = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    childLoggerFactory: (log, bindings, options) => requestLogOf(log, bindings, options),
    genReqId: requestIdBy(trust),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: deps.trustProxy,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    clientErrorHandler: answerMalformed,
    forceCloseConnections: true,
    // Schemas limit the parameters, not the router.
    routerOptions: { maxParamLength: URL_LENGTH_MAX },
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
  }).withTypeProvider<ZodTypeProvider>();
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  addRequestIds(http);
  if (deps.traces) traceCalls(http, deps.traces, trust);
  const log = createSecurityLog(deps.log.child({}, { level: deps.log.level === 'silent' ? 'silent' : 'info' }));
  installErrorHandling(http, log.refused);
  noteProofs(http, log);
  if (deps.noteUse) recordUse(http, deps.noteUse);
  installSecurity(http, deps.security);
  refuseMoreOnStreams(http);
  boundBodies(http);
  readJsonBodies(http);
  compressAnswers(http);
  installTextNormalization(http);
  installTextRules(http);
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tercet',
        version: '1',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/', description: 'The club that serves this document' }],
      tags: [...TAGS],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: documentedRoute,
    transformObject: withSharedShapes,
  });
  const reads = createReadLimits(deps.reads);
  installReadCosts(http);
  http.addHook('onRequest', reads.byAddress);
  await installAuth(http, deps);
  http.addHook('onRequest', reads.byCaller);
  http.addHook('onResponse', reads.byLength);
  apiDocumentRoutes(http);
  return http;
}

/** The service worker, compressed or not. A cached one would outlive its app. */
function isWorker(path: string): boolean {
  return /\/sw\.js(\.br|\.gz)?$/.test(path);
}

/** Serves the built member app: its files by name, and its one page for every screen. */
export async function serveMemberApp(http: Http, folder: string | null, face: () => Face | null): Promise<void> {
  const built = folder === null ? null : await readFile(join(folder, 'index.html'), 'utf8');
  const page = built === null ? null : pageOf(built, face);
  if (folder !== null) {
    await http.register(async (scope) => {
      // Files are public; the plugin's routes cannot declare it themselves.
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, access: 'public' };
      });
      await scope.register(staticFiles, {
        root: join(folder, 'assets'),
        prefix: '/assets/',
        immutable: true,
        maxAge: '365d',
        index: false,
        preCompressed: true,
      });
      await scope.register(staticFiles, {
        root: folder,
        prefix: '/',
        index: false,
        wildcard: false,
        preCompressed: true,
        decorateReply: false,
        // Served by the scope above, with an unlimited cache time.
        globIgnore: ['assets/**'],
        setHeaders(reply, path) {
          if (isWorker(path)) reply.header('cache-control', 'no-cache');
        },
      });
    });
  }
  http.setNotFoundHandler((request, reply) => {
    // A cache must not give the page to a program, nor the refusal to a browser.
    reply.header('vary', 'accept');
    const consoleAddress = meantConsoleAddress(request);
    if (consoleAddress !== null) return reply.redirect(consoleAddress, 302);
    if (page === null || !isPageAddress(request)) return sendProblem(reply, new Refusal('not-found'));
    const { text, etag } = page();
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(text);
  });
}

/** The page with the face in force and its ETag. It is made once for each face. */
function pageOf(built: string, face: () => Face | null): () => { text: string; etag: string } {
  let made: { face: Face | null; text: string; etag: string } | null = null;
  return () => {
    const current = face();
    if (made?.face !== current || made === null) {
      const text = pageWithFace(built, current);
      made = { face: current, text, etag: `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
    }
    return made;
  };
}
