import cookies from '@fastify/cookie';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Sessions, StartedSession } from '../members/sessions.ts';
import { Refusal } from '../refusal.ts';
import type { Access, Http } from './http.ts';
import { isSecure, type SecurityOptions } from './security.ts';

const ACCESSES: readonly Access[] = ['public', 'member', 'restricted'];

/**
 * Finds out who calls, and lets through whom the route's own `config.access` names. A route that declares none keeps
 * the server from starting. To be installed before every route.
 */
export async function installAuth(http: Http, deps: { sessions: Sessions; security: SecurityOptions }): Promise<void> {
  await http.register(cookies);
  http.decorateRequest('identity', null);
  // Checked once all are there: a scope around a plugin may declare for the plugin's routes, after this hook has run.
  const routes: RouteOptions[] = [];
  http.addHook('onRoute', (route) => {
    routes.push(route);
  });
  http.addHook('onReady', async () => {
    for (const route of routes) refuseUndeclared(route);
  });
  http.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const access = request.routeOptions.config.access;
    // What is said to one member is for nobody's cache.
    if (access !== 'public' || request.method !== 'GET') reply.header('cache-control', 'no-store');
    request.identity = await identify(request, deps, access);
    if (access !== 'public') refuseUnlessAllowed(request, access);
  });
}

function refuseUndeclared(route: RouteOptions): void {
  const access = route.config?.access;
  if (access !== undefined && ACCESSES.includes(access)) return;
  throw new Error(`${route.method} ${route.url}: a route must declare config.access (who may call it)`);
}

/** A public page must answer even when nobody can be asked who calls. */
async function identify(
  request: FastifyRequest,
  deps: { sessions: Sessions; security: SecurityOptions },
  access: Access | undefined,
): Promise<FastifyRequest['identity']> {
  const token = request.cookies[cookieName(request, deps.security)];
  if (token === undefined) return null;
  try {
    if (request.routeOptions.config.sessionCheckedInCall) return await deps.sessions.presume(token);
    return await deps.sessions.identify(token);
  } catch (error) {
    if (access === 'public') return null;
    throw error;
  }
}

function refuseUnlessAllowed(request: FastifyRequest, access: Access | undefined): void {
  if (!request.identity) throw new Refusal('signed-out');
  if (access !== 'restricted' && request.identity.restricted) throw new Refusal('suspended');
}

/** The caller of a `member` or `restricted` route, where the hook has made sure that there is one. */
export function identityOf(request: FastifyRequest): NonNullable<FastifyRequest['identity']> {
  if (!request.identity) throw new Refusal('signed-out');
  return request.identity;
}

/** The browser takes a `__Host-` cookie over TLS only, from this host only, for the whole site. */
function cookieName(request: FastifyRequest, security: SecurityOptions): string {
  return isSecure(request, security) ? '__Host-tercet' : 'tercet';
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  security: SecurityOptions,
  session: StartedSession,
): void {
  const options = { ...cookieOptions(request, security), maxAge: session.maxAgeSeconds };
  reply.setCookie(cookieName(request, security), session.token, options);
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, security: SecurityOptions): void {
  reply.clearCookie(cookieName(request, security), cookieOptions(request, security));
}

function cookieOptions(request: FastifyRequest, security: SecurityOptions) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request, security) } as const;
}
