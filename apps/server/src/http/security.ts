import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type HostOrigins, policyDirectives } from '@tercet/contract/called-hosts.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { Refusal } from '../refusal.ts';
import type { CountryRule } from './caller-country.ts';
import type { Http } from './http.ts';
import { isAmbiguous } from './malformed-requests.ts';

export interface SecurityOptions {
  /** Origins of the club's own pages; null: the origin to which the request was sent. */
  origins: string[] | null;
  /** Without configured origins: those at which this process is reachable without a proxy (`page-origin.ts`). */
  ownAddresses?: () => readonly string[];
  /** Origin that serves the console and its endpoints alone; absent or null: they share the members' origin. */
  consoleOrigin?: string | null;
  /** Origins that members' pages may call now, besides the club's own. */
  calledHosts?: () => HostOrigins;
  /** Countries that may register and top up, by the address; absent or null: not checked. */
  country?: CountryRule | null;
}

/**
 * Features that the pages use. The camera reads receipts (QR codes) on the verify page. The city guide sorts by
 * distance at the member's request, on the phone only. Films play, also full screen and picture-in-picture. All other
 * features are off. Features unknown to Chromium (such as bluetooth) are omitted, since it would warn on the console
 * of every page.
 */
const PERMISSIONS_POLICY = [
  'camera=(self)',
  'geolocation=(self)',
  'fullscreen=(self)',
  'autoplay=(self)',
  'picture-in-picture=(self)',
  ...['accelerometer', 'browsing-topics', 'display-capture', 'gyroscope', 'hid']
    .concat(['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb'])
    .map((feature) => `${feature}=()`),
].join(', ');

/**
 * The verifier's page carries its own policy with hashes of its inline parts, since it also opens from a disk. Two
 * policies would both apply, and the usual one forbids inline code. Here stay the directives that a page cannot set
 * itself.
 */
const VERIFIER_PAGE = '/verifier.html';
const VERIFIER_POLICY = "frame-ancestors 'none'";

/**
 * Files of the built app that a browser reads only as part of a page, under the page's policy. The full headers would
 * add over a kilobyte to each, a tenth of the first visit. They get this short policy for direct opening. Workers keep
 * the full one, since it applies to them; they have their own folder. So do pictures, which a browser may open as
 * documents. The JSON files hold the words of one language (`apps/member/build/word-files.ts`).
 */
const PART_OF_A_PAGE = /^\/(?:theme\.js|assets\/[\w.-]+\.(?:js|css|woff2)|assets\/[\w-]+\/\w+\.json)$/;
const ON_PARTS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Opened directly it is a picture only, whatever a browser makes of its bytes. */
export const PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Film files. Thousands are sent per second, and none is a page. Files that a browser can open directly, such as the
 * sprite sheet, may do nothing there.
 */
const FILES_OF_FILMS = '/films/';
const ON_FILMS = { ...ON_PARTS, 'content-security-policy': PICTURE_POLICY };

/** The console's policy. Emotion adds styles at run time; they carry the nonce of this one answer. */
export function consolePolicy(nonce: string): string {
  const directives = { ...policyDirectives('console', {}), 'style-src': ["'self'", `'nonce-${nonce}'`] };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

const YEAR_SECONDS = 365 * 24 * 3600;
const NO_HOSTS: HostOrigins = {};
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Sets the security headers and verifies that a write comes from one of the club's own pages. Install it before every
 * route and before `installAuth`.
 */
export function installSecurity(http: Http, options: SecurityOptions): void {
  const fixedNow = cachedWhileSame(options);
  const headersOf = (path: string): Record<string, string> => {
    if (path === VERIFIER_PAGE) return { ...fixedNow(), 'content-security-policy': VERIFIER_POLICY };
    if (path.startsWith(FILES_OF_FILMS)) return ON_FILMS;
    return PART_OF_A_PAGE.test(path) ? ON_PARTS : fixedNow();
  };
  // Accept JSON only: a form of another site can send the other types without a preflight.
  http.removeContentTypeParser('text/plain');
  http.addHook('onRequest', (request, reply, next) => {
    reply.headers(headersOf(request.url.split('?', 1)[0] ?? ''));
    const onConsole = isConsoleRoute(request, options);
    const isOverTls = onConsole ? isConsoleSecure(request, options) : isSecure(request, options);
    if (isOverTls) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`);
    if (isAmbiguous(request.raw)) next(ambiguous(reply));
    else if (!isAtHome(request, options)) next(new Refusal('not-found'));
    else if (!READS.has(request.method) && !isOwnOrigin(request, options)) next(new Refusal('forbidden-origin'));
    else next();
  });
}

/** Closes the connection: the end of an ambiguous request is ambiguous too. */
function ambiguous(reply: FastifyReply): Refusal {
  reply.header('connection', 'close');
  return new Refusal('invalid-body');
}

/** Returns the headers, rebuilt only when the hosts change. */
function cachedWhileSame({ calledHosts = () => NO_HOSTS }: SecurityOptions): () => Record<string, string> {
  let of = calledHosts();
  let headers = fixedHeaders(of);
  return () => {
    const now = calledHosts();
    if (now !== of && JSON.stringify(now) !== JSON.stringify(of)) headers = fixedHeaders(now);
    of = now;
    return headers;
  };
}

/** Helmet's headers, which do not depend on the request. */
function fixedHeaders(origins: HostOrigins): Record<string, string> {
  const directives = policyDirectives('member', origins);
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    // Set per request: it must not be sent over plain HTTP.
    hsts: false,
  })(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(headers), 'permissions-policy': PERMISSIONS_POLICY };
}

/** True if the member's browser speaks TLS with the club or with the proxy in front. */
export function isSecure(request: FastifyRequest, options: SecurityOptions): boolean {
  return options.origins?.every((origin) => origin.startsWith('https://')) ?? request.protocol === 'https';
}

/** Like `isSecure`, for a staff browser. */
export function isConsoleSecure(request: FastifyRequest, options: SecurityOptions): boolean {
  return options.consoleOrigin?.startsWith('https://') ?? isSecure(request, options);
}

/** True if the console has its own origin and the request was sent to it. */
function isConsoleRoute(request: FastifyRequest, { consoleOrigin }: SecurityOptions): boolean {
  return consoleOrigin ? request.host === new URL(consoleOrigin).host : false;
}

/**
 * True if the route is served on this origin. A console with its own origin serves all of its routes there and nothing
 * else.
 */
function isAtHome(request: FastifyRequest, options: SecurityOptions): boolean {
  if (!options.consoleOrigin) return true;
  const { access, site = access === 'staff' ? 'console' : 'members' } = request.is404
    ? { access: undefined }
    : request.routeOptions.config;
  return site === 'both' || (site === 'console') === isConsoleRoute(request, options);
}

/**
 * True if a write comes from one of the club's own pages. Browsers send Origin with every write, and no page can forge
 * it. A request without Origin comes from a program. It is harmless unless it carries a cookie that a browser
 * attached.
 */
function isOwnOrigin(request: FastifyRequest, options: SecurityOptions): boolean {
  const { origin, cookie } = request.headers;
  // On the console's origin, only the console's routes get this far.
  if (origin !== undefined && isConsoleRoute(request, options)) return origin === options.consoleOrigin;
  if (origin !== undefined) {
    return options.origins?.includes(origin) ?? origin === `${request.protocol}://${request.host}`;
  }
  const site = request.headers['sec-fetch-site'];
  return site === undefined ? cookie === undefined : site === 'same-origin';
}
