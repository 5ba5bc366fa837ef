import type { RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { CALLER_HEADER } from '../shared/caller-header.ts';
import { operationIdOf } from './operation-ids.ts';
import { securityOf } from './security-schemes.ts';

type Transformed = ReturnType<typeof jsonSchemaTransform>;
type Route = Parameters<typeof jsonSchemaTransform>[0] & { route?: Pick<RouteOptions, 'method' | 'config'> };

interface Fields {
  type?: 'object';
  properties?: Record<string, object>;
  required?: string[];
}

const CALLER = { type: 'string', format: 'uuid', description: 'Account that the page shows' };
const KEY_HEADER = 'idempotency-key';
const KEY = {
  type: 'string',
  format: 'uuid',
  description: 'A random UUID in lower case. Calls with the same key act once, and get the same answer',
};
const ORIGIN = {
  type: 'string',
  format: 'uri',
  maxLength: 255,
  description: 'The club’s own origin. Browsers send it; other programs must, since the call carries a session',
};

/**
 * The document's part for one route: operation id, access, and the headers that the server requires beyond the route's
 * schema.
 */
export function documentedRoute(route: Route): Transformed {
  const made = jsonSchemaTransform(route);
  if (made.schema === undefined || (made.schema as { hide?: boolean }).hide) return made;
  const { config = {} } = route.route ?? {};
  const method = String(route.route?.method ?? 'GET');
  const { url, params } = withNamedRest(made.url, (made.schema as { params?: Fields }).params);
  const { authorization, ...stated } = (made.schema as { headers?: Fields }).headers?.properties ?? {};
  const operationId = operationIdOf(method, url.replaceAll(/:(\w+)/g, '{$1}'));
  const headers = headersOf(method, config, stated);
  const security = securityOf(url, config, authorization !== undefined);
  return { url, schema: { ...made.schema, ...params, ...headers, operationId, security } } as Transformed;
}

/** Headers of a call. The bearer's is left out: it is a security scheme. */
function headersOf(
  method: string,
  config: NonNullable<RouteOptions['config']>,
  stated: Record<string, object>,
): { headers?: Fields } {
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const properties = { ...stated };
  const required: string[] = [];
  // A call without it is refused with `key-needed`.
  if (KEY_HEADER in properties) require(KEY_HEADER, { ...KEY, ...descriptionOf(properties[KEY_HEADER]) });
  if (isWrite && !config.anyCaller) require(CALLER_HEADER, CALLER);
  if (isWrite && config.access !== 'public') require('origin', ORIGIN);
  return { headers: { type: 'object', properties, required } };

  function require(name: string, shape: object): void {
    properties[name] = shape;
    required.push(name);
  }
}

function descriptionOf(shape: object | undefined): { description?: string } {
  const { description } = (shape ?? {}) as { description?: string };
  return description === undefined ? {} : { description };
}

/** Gives the rest of a path (`*`) a name, since OpenAPI has no other word for it. */
function withNamedRest(url: string, params: Fields | undefined): { url: string; params: { params?: Fields } } {
  const { '*': rest, ...others } = params?.properties ?? {};
  if (rest === undefined) return { url, params: {} };
  return {
    url: url.replace('*', ':path'),
    params: { params: { ...params, properties: { ...others, path: rest }, required: ['path'] } },
  };
}
