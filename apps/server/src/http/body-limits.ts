import type { Http } from './http.ts';

/** Some clients send `{}` where there is nothing to say. */
const NOTHING_BYTES_MAX = 1_024;

/**
 * Routes whose schema describes no body take hardly any. What a route takes besides JSON it bounds itself, by
 * `bodyLimit`. To be installed before every route.
 */
export function boundBodies(http: Http): void {
  http.addHook('onRoute', (route) => {
    if (route.schema?.body === undefined) route.bodyLimit ??= NOTHING_BYTES_MAX;
  });
}

/**
 * Reads JSON bodies. Clients announce JSON where they send none, as with a DELETE: an empty body counts as none, and
 * the route's schema decides whether it needs one.
 */
export function readJsonBodies(http: Http): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
