import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { Refusal } from '../refusal.ts';
import type { Http } from './http.ts';
import { namesTwoHosts } from './unreadable.ts';

export interface SecurityOptions {
  /** The origins that the club's own pages come from; null: the one that the request itself was sent to. */
  origins: string[] | null;
  /** Where none is named: the origins at which this process is reached without a proxy (`page-origin.ts`). */
  ownAddresses?: () => readonly string[];
  /** Where the console is served, alone, and its endpoints answer; absent or null: with the members' pages. */
  consoleOrigin?: string | null;
  /** URLs beside the club's own that its pages ask when they check a draw: witnesses and relays of the beacon. */
  asked?: readonly string[];
  /** What its pages may show in frames now: the payment provider's field for cards, and the house's page of service. */
  framed?: () => readonly string[];
}

/** Written by hand: nothing but what the club serves itself, no inline script or style, no frame around it. */
const OWN_ALONE = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  // A film is played out of a buffer of the page's own, which browsers name by a blob.
  'media-src': ["'self'", 'blob:'],
  'worker-src': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
};

/**
 * The camera reads receipts (QR codes) on the verify page, the city guide sorts by what is near where a member asks for
 * it (on the phone alone), and films play, also on the full screen and beside it; the rest is not used by any page.
 * What Chromium does not know as a feature (such as bluetooth) stays out: it would complain on the console of every
 * page.
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
 * The verifier's page carries a policy of its own, by the hashes of what is in it, since it also opens from a disk. Two
 * policies would both apply, and this one would refuse what stands inline; what a page cannot say of itself stays here.
 */
const VERIFIER_PAGE = '/verifier.html';
const VERIFIER_POLICY = "frame-ancestors 'none'";

/**
 * Files of the built app that a browser reads only as part of a page: what they may do, the page's own policy says.
 * Each would else carry over a kilobyte of policies, a tenth of the first visit; the short one here is for who opens
 * them by themselves. Workers are not among them, as they live by the policy that they come with and lie in a folder of
 * their own, nor pictures, which a browser may open as documents.
 */
const PART_OF_A_PAGE = /^\/(?:theme\.js|assets\/[\w.-]+\.(?:js|css|woff2))$/;
const ON_PARTS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Opened by itself it is a picture and nothing else, whatever a browser makes of its bytes. */
export const PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Files of films: thousands a second go out, and none of them is a page. What a browser may open by itself, such as the
 * sheet of small pictures, may do nothing there.
 */
const FILES_OF_FILMS = '/films/';
const ON_FILMS = { ...ON_PARTS, 'content-security-policy': PICTURE_POLICY };

/** Emotion writes styles into the page as it runs: they carry what was given to this one answer. */
export function consolePolicy(nonce: string): string {
  const directives = { ...OWN_ALONE, 'style-src': ["'self'", `'nonce-${nonce}'`], 'connect-src': ["'self'"] };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

const YEAR_SECONDS = 365 * 24 * 3600;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Headers that keep the pages to themselves, and the check that a write comes from one of them. To be installed before
 * every route and before `installAuth`.
 */
export function installSecurity(http: Http, options: SecurityOptions): void {
  const fixedNow = keptWhileSame(options);
  const headersOf = (path: string): Record<string, string> => {
    if (path === VERIFIER_PAGE) return { ...fixedNow(), 'content-security-policy': VERIFIER_POLICY };
    if (path.startsWith(FILES_OF_FILMS)) return ON_FILMS;
    return PART_OF_A_PAGE.test(path) ? ON_PARTS : fixedNow();
  };
  // JSON alone is read: a form of another site can send the other types without asking first.
  http.removeContentTypeParser('text/plain');
  http.addHook('onRequest', (request, reply, next) => {
    reply.headers(headersOf(request.url.split('?', 1)[0] ?? ''));
    const onConsole = isConsoleRoute(request, options);
    const isOverTls = onConsole ? isConsoleSecure(request, options) : isSecure(request, options);
    if (isOverTls) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`);
    if (namesTwoHosts(request.raw.rawHeaders)) next(twoHosts(reply));
    else if (!isAtHome(request, options)) next(new Refusal('not-found'));
    else if (!READS.has(request.method) && !isOwnOrigin(request, options)) next(new Refusal('forbidden-origin'));
    else next();
  });
}

/** The end of such a connection is as doubtful as its host. */
function twoHosts(reply: FastifyReply): Refusal {
  reply.header('connection', 'close');
  return new Refusal('invalid-body');
}

/** Made anew only when something else may be framed. */
function keptWhileSame({ asked, framed = () => [] }: SecurityOptions): () => Record<string, string> {
  let of: readonly string[] = framed();
  let headers = fixedHeaders(asked, of);
  return () => {
    const now = framed();
    if (now !== of && now.join() !== of.join()) headers = fixedHeaders(asked, now);
    of = now;
    return headers;
  };
}

/** What helmet says to every answer: none of it depends on the request. */
function fixedHeaders(asked: readonly string[] | undefined, framed: readonly string[]): Record<string, string> {
  const directives: Record<string, string[]> = { ...OWN_ALONE, 'connect-src': ["'self'", ...originsOf(asked ?? [])] };
  if (framed.length > 0) directives['frame-src'] = originsOf(framed);
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    // Set by the request: it must not be sent over plain HTTP.
    hsts: false,
  })(request, response, (error?: unknown) => {
    if (error) throw error;
  });
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(headers), 'permissions-policy': PERMISSIONS_POLICY };
}

function originsOf(urls: readonly string[]): string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/** Whether the member's browser speaks TLS with the club (or with the proxy before it). */
export function isSecure(request: FastifyRequest, options: SecurityOptions): boolean {
  return options.origins?.every((origin) => origin.startsWith('https://')) ?? request.protocol === 'https';
}

/** The same of the browser of one of the staff. */
export function isConsoleSecure(request: FastifyRequest, options: SecurityOptions): boolean {
  return options.consoleOrigin?.startsWith('https://') ?? isSecure(request, options);
}

/** Whether the console has an origin of its own, and this was sent to it. */
function isConsoleRoute(request: FastifyRequest, { consoleOrigin }: SecurityOptions): boolean {
  return consoleOrigin ? request.host === new URL(consoleOrigin).host : false;
}

/** Where the console has an origin of its own, nothing of it answers elsewhere, and nothing else answers there. */
function isAtHome(request: FastifyRequest, options: SecurityOptions): boolean {
  if (!options.consoleOrigin) return true;
  const { access, site = access === 'staff' ? 'console' : 'members' } = request.is404
    ? { access: undefined }
    : request.routeOptions.config;
  return site === 'both' || (site === 'console') === isConsoleRoute(request, options);
}

/**
 * Whether a write comes from one of the club's own pages. Browsers send Origin with every write and no page can forge
 * it. Without one: a program, which is no danger as long as it carries no cookie that a browser attached for it.
 */
function isOwnOrigin(request: FastifyRequest, options: SecurityOptions): boolean {
  const { origin, cookie } = request.headers;
  // Only what is the console's gets this far on its origin.
  if (origin !== undefined && isConsoleRoute(request, options)) return origin === options.consoleOrigin;
  if (origin !== undefined) {
    return options.origins?.includes(origin) ?? origin === `${request.protocol}://${request.host}`;
  }
  const site = request.headers['sec-fetch-site'];
  return site === undefined ? cookie === undefined : site === 'same-origin';
}
