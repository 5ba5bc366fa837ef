import { Refusal } from '../refusal.ts';
import type { Http } from './http.ts';
import { exceedsJsonLimits } from './json-limits.ts';

/** Body limit of a route without a body; some clients send `{}`. */
const NOTHING_BYTES_MAX = 1_024;

/**
 * Limits the bodies of routes whose schema has no body. Routes that take something other than JSON set their own
 * `bodyLimit`. Install it before every route.
 */
export function boundBodies(http: Http): void {
  http.addHook('onRoute', (route) => {
    if (route.schema?.body === undefined) route.bodyLimit ??= NOTHING_BYTES_MAX;
  });
}

/**
 * Parses JSON bodies. Some clients declare JSON without sending any, such as with a DELETE, so an empty body counts as
 * none. The route's schema decides whether a body is required. A body that nests deeper or holds more values than any
 * form is `invalid-body` without being parsed: the parser takes up to a hundred times longer for it than for text.
 */
export function readJsonBodies(http: Http): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined);
    else if (exceedsJsonLimits(body)) done(new Refusal('invalid-body'), undefined);
    else void parse(request, body, done);
  });
}
