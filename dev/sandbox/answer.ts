import type { IncomingHttpHeaders } from 'node:http';

export interface Request {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const PAGE_POLICY = {
  'default-src': "'none'",
  'style-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
};

export function json(status: number, body: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** An HTML page. `policy` adds to its Content-Security-Policy. */
export function htmlPage(status: number, body: string, policy: Record<string, string> = {}): Answer {
  const directives = Object.entries({ ...PAGE_POLICY, ...policy }).map(([name, value]) => `${name} ${value}`);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': directives.join('; ') };
  return { status, headers, body };
}
