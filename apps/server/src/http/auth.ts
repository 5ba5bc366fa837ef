import cookies from '@fastify/cookie';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Sessions, StartedSession } from '../members/sessions/sessions.ts';
import { Refusal } from '../refusal.ts';
import { ROLES } from '../staff/roles.ts';
import type { SignedInStaff } from '../staff/sessions.ts';
import type { Access, Http } from './http.ts';
import { isSecure, type SecurityOptions } from './security.ts';
import { refuseOtherCaller, type SignedIn, takeNamedCaller } from './shared/caller-header.ts';
import { staffCookie } from './staff-cookie.ts';

const ACCESSES: readonly Access[] = ['public', 'member', 'restricted', 'staff'];

export interface AuthDeps {
  sessions: Sessions;
  /** The staff account of a session token; null for any other token. `isUse`: the call keeps the session alive. */
  identifyStaff(token: string, isUse: boolean): Promise<SignedInStaff | null>;
  security: SecurityOptions;
}

/**
 * Authenticates callers and enforces each route's `config.access`. The server does not start if a route declares none.
 * Install it before every route.
 */
export async function installAuth(http: Http, deps: AuthDeps): Promise<void> {
  await http.register(cookies);
  http.decorateRequest('identity', null);
  http.decorateRequest('staff', null);
  http.decorateRequest('meant', null);
  // Checked once all routes are added: a scope around a plugin may declare access for its routes after this hook.
  const routes: RouteOptions[] = [];
  http.addHook('onRoute', (route) => {
    routes.push(route);
  });
  http.addHook('onReady', async () => {
    for (const route of routes) refuseUndeclared(route);
  });
  http.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const { access, answersSession } = request.routeOptions.config;
    // Answers to one member must not be cached.
    if (access !== 'public' || answersSession || request.method !== 'GET') reply.header('cache-control', 'no-store');
    const named = takeNamedCaller(request);
    // Members and staff have separate cookies. Neither gives access to the other's routes.
    if (isOfStaff(request)) request.staff = await identifyCaller(request, deps);
    else request.identity = await identify(request, deps, access === 'public' && !answersSession);
    refuseOtherCaller(request, named, signedInOf(request));
    if (access === 'staff') refuseUnlessOfRole(request);
    else if (access !== 'public') refuseUnlessAllowed(request, access);
  });
}

/** Staff routes, and the console's public writes, which end or replace a staff session. */
function isOfStaff({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return config.access === 'staff' || (config.site === 'console' && !isRead(method));
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function signedInOf({ identity, staff }: FastifyRequest): SignedIn | null {
  if (staff) return { id: staff.id, name: staff.name };
  return identity && { id: identity.memberId, name: identity.userName };
}

function refuseUndeclared(route: RouteOptions): void {
  const { access, roles, stepUp, setsPassword, unattended, anyCaller } = route.config ?? {};
  const name = `${route.method} ${route.url}`;
  if (access === undefined || !ACCESSES.includes(access)) {
    throw new Error(`${name}: a route must declare config.access (who may call it)`);
  }
  const named = roles?.filter((role) => ROLES.includes(role)) ?? [];
  if (access === 'staff' && (named.length === 0 || named.length !== roles?.length)) {
    throw new Error(`${name}: a staff route must declare config.roles (which of the staff may call it)`);
  }
  if (access !== 'staff' && roles !== undefined) {
    throw new Error(`${name}: config.roles is for staff routes`);
  }
  if (access !== 'staff' && stepUp !== undefined) {
    throw new Error(`${name}: config.stepUp is for staff routes`);
  }
  if (access !== 'staff' && setsPassword !== undefined) {
    throw new Error(`${name}: config.setsPassword is for staff routes`);
  }
  if (access === 'public' && unattended !== undefined) {
    throw new Error(`${name}: config.unattended is for routes with a session`);
  }
  if (access !== 'public' && anyCaller !== undefined) {
    throw new Error(`${name}: config.anyCaller is for public routes`);
  }
}

async function identifyCaller(request: FastifyRequest, deps: AuthDeps): Promise<SignedInStaff | null> {
  const token = request.cookies[staffCookie(request, deps.security)];
  if (token === undefined) return null;
  return deps.identifyStaff(token, !request.routeOptions.config.unattended);
}

function refuseUnlessOfRole({ staff, routeOptions }: FastifyRequest): void {
  if (!staff) throw new Refusal('signed-out');
  const { roles, stepUp, setsPassword } = routeOptions.config;
  if (!roles?.includes(staff.role)) throw new Refusal('forbidden');
  // Another person set and knows this password. It allows only the call that replaces it.
  if (staff.passwordGiven) {
    // The page has no other way to learn the account's id.
    if (!setsPassword) throw new Refusal('password-change-needed', { staffId: staff.id });
    return;
  }
  if (stepUp && !staff.isProved) throw new Refusal('step-up-needed');
}

/**
 * The caller's identity; null for a visitor. With `isOptional` also null if sessions cannot be read, since a public
 * page must answer then, too.
 */
async function identify(
  request: FastifyRequest,
  deps: AuthDeps,
  isOptional: boolean,
): Promise<FastifyRequest['identity']> {
  const token = request.cookies[cookieName(request, deps.security)];
  if (token === undefined) return null;
  try {
    if (request.routeOptions.config.sessionCheckedInCall) return await deps.sessions.presume(token);
    return await deps.sessions.identify(token);
  } catch (error) {
    if (isOptional) return null;
    throw error;
  }
}

function refuseUnlessAllowed(request: FastifyRequest, access: Access | undefined): void {
  if (!request.identity) throw new Refusal('signed-out');
  if (access !== 'restricted' && request.identity.restricted) throw new Refusal('suspended');
}

/** The caller of a `member` or `restricted` route; the access hook has verified it. */
export function identityOf(request: FastifyRequest): NonNullable<FastifyRequest['identity']> {
  if (!request.identity) throw new Refusal('signed-out');
  return request.identity;
}

/** Browsers accept a `__Host-` cookie over TLS only, from this host only, and for the whole site. */
function cookieName(request: FastifyRequest, security: SecurityOptions): string {
  return isSecure(request, security) ? '__Host-tercet' : 'tercet';
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  security: SecurityOptions,
  session: Pick<StartedSession, 'token' | 'maxAgeSeconds'>,
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
