/**
 * The score of a site by the published rules of the MDN HTTP Observatory ("Tests and scoring"): 100 points, a penalty
 * or a bonus for each test, and bonuses only from 90 points on. Covers the outcomes that our headers can have; any
 * other outcome gets its largest penalty.
 */

export interface Visit {
  /** Headers of the page over HTTPS, names in lower case. */
  headers: NodeJS.Dict<string | string[]>;
  html: string;
  /** Cookies that the site sets, as in `set-cookie`. */
  cookies: readonly string[];
  /** Status and location of the page over plain HTTP. */
  plain: { status: number; location: string };
  /** The same address over HTTPS. */
  secureUrl: string;
}

const START = 100;
const BONUS_FROM = 90;
const SIX_MONTHS_SECONDS = 15_768_000;
const UNSAFE = /'unsafe-(?:inline|eval)'|\bdata:|\bhttps?:(?:\s|$)|\*/;
const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];

export interface Score {
  /** Points of each test, beside the 100. */
  points: Record<string, number>;
  score: number;
  grade: string;
}

export function observatoryScore(visit: Visit): Score {
  const headers = (name: string) => String(visit.headers[name] ?? '');
  const policy = policyOf(headers('content-security-policy'));
  const points = {
    'content-security-policy': policyPoints(policy),
    cookies: cookiePoints(visit.cookies),
    'cross-origin-resource-sharing': headers('access-control-allow-credentials') === 'true' ? -50 : 0,
    'cross-origin-resource-policy': ['same-origin', 'same-site'].includes(headers('cross-origin-resource-policy'))
      ? 10
      : 0,
    redirection: isRedirected(visit) ? 0 : -20,
    'referrer-policy': referrerPoints(headers('referrer-policy')),
    'strict-transport-security': transportPoints(headers('strict-transport-security')),
    'subresource-integrity': scriptPoints(visit.html),
    'x-content-type-options': headers('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': framePoints(policy, headers('x-frame-options')),
  };
  const all = Object.values(points);
  const penalised = START + sum(all.filter((one) => one < 0));
  const score = Math.max(0, penalised >= BONUS_FROM ? penalised + sum(all.filter((one) => one > 0)) : penalised);
  return { points, score, grade: gradeOf(score) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The letter of a score: five points each, A+ from 100 on. */
export function gradeOf(score: number): string {
  const grades = ['D-', 'D', 'D', 'D+', 'C-', 'C', 'C', 'C+', 'B-', 'B', 'B', 'B+', 'A-', 'A', 'A', 'A+'];
  return score < 25 ? 'F' : (grades[Math.min(15, Math.floor((score - 25) / 5))] ?? 'F');
}

function policyOf(header: string): Map<string, string> {
  const parts = header.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.filter(([name]) => name).map(([name = '', ...sources]) => [name, sources.join(' ')]));
}

function policyPoints(policy: Map<string, string>): number {
  if (policy.size === 0) return -25;
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? '*';
  if (UNSAFE.test(sourcesOf('script-src')) || UNSAFE.test(sourcesOf('object-src'))) return -20;
  if (/\bhttp:/.test([...policy.values()].join(' '))) return -20;
  if (UNSAFE.test(sourcesOf('style-src'))) return 0;
  const isClosed = sourcesOf('default-src') === "'none'" && /^'(?:none|self)'$/.test(policy.get('form-action') ?? '');
  return isClosed ? 10 : 5;
}

function cookiePoints(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0;
  if (cookies.some((cookie) => !/;\s*secure/i.test(cookie))) return -40;
  if (cookies.some((cookie) => !/;\s*httponly/i.test(cookie))) return -30;
  return cookies.every((cookie) => /;\s*samesite=(?:lax|strict)/i.test(cookie)) ? 5 : 0;
}

function isRedirected({ plain, secureUrl }: Visit): boolean {
  const { host } = new URL(secureUrl);
  return [301, 302, 307, 308].includes(plain.status) && plain.location.startsWith(`https://${host.split(':')[0]}`);
}

function referrerPoints(header: string): number {
  if (header === '') return 0;
  return PRIVATE.includes(header) ? 5 : -5;
}

function transportPoints(header: string): number {
  const seconds = Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0);
  if (seconds === 0) return -20;
  return seconds >= SIX_MONTHS_SECONDS ? 0 : -10;
}

/** All scripts of ours come from our own origin. One of another origin without a hash costs most. */
function scriptPoints(html: string): number {
  const sources = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"/g)].map(([, source = '']) => source);
  return sources.every((source) => source.startsWith('/') && !source.startsWith('//')) ? 0 : -50;
}

function framePoints(policy: Map<string, string>, header: string): number {
  if (/^'(?:none|self)'$/.test(policy.get('frame-ancestors') ?? '')) return 5;
  return /^(?:deny|sameorigin)$/i.test(header) ? 0 : -20;
}
