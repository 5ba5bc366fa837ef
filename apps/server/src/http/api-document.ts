import type { RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { CALLER_HEADER } from './shared/caller-header.ts';

type Documents = Parameters<typeof jsonSchemaTransformObject>[0];
type Document = ReturnType<typeof jsonSchemaTransformObject>;

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** Names of the error answers, the same for every endpoint. */
const SHARED_ANSWERS = new Map([
  ['4XX', 'Refused'],
  ['5XX', 'Unavailable'],
]);

/**
 * The API document with shared schemas and error answers listed once under their names. Schemas that no endpoint refers
 * to are left out.
 */
export function withSharedShapes(documents: Documents): Document {
  const made = jsonSchemaTransformObject(documents);
  if (!('components' in made)) return made;
  const document = withSharedAnswers(made);
  const shapes: Record<string, unknown> = document.components?.schemas ?? {};
  const used = new Set<string>();
  const waiting = namesIn([document.paths, document.components?.responses]);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...namesIn(shapes[name]));
  }
  const stored = Object.fromEntries(Object.entries(shapes).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas: stored } } as Document;
}

function withSharedAnswers(document: Extract<Document, { components?: unknown }>): typeof document {
  const responses: Record<string, unknown> = {};
  const paths = JSON.parse(JSON.stringify(document.paths ?? {}), (status, answer: unknown) => {
    const name = SHARED_ANSWERS.get(status);
    if (name === undefined) return answer;
    responses[name] = answer;
    return { $ref: `#/components/responses/${name}` };
  });
  return { ...document, paths, components: { ...document.components, responses } } as typeof document;
}

function namesIn(part: unknown): string[] {
  return [...JSON.stringify(part ?? null).matchAll(REFERENCE)].flatMap(([, name]) => name ?? []);
}

type Transformed = ReturnType<typeof jsonSchemaTransform>;
type Route = Parameters<typeof jsonSchemaTransform>[0] & { route?: Pick<RouteOptions, 'method' | 'config'> };

const CALLER = { type: 'string', format: 'uuid', description: 'Account that the page shows' };

/** The document's part for one route. Writes for signed-in callers also take the header that names the caller. */
export function withNamedCaller(route: Route): Transformed {
  const made = jsonSchemaTransform(route);
  const { method = 'GET', config = {} } = route.route ?? {};
  const isWrite = method !== 'GET' && method !== 'HEAD';
  if (!isWrite || config.anyCaller || made.schema === undefined) return made;
  const headers = (made.schema as { headers?: { properties?: object; required?: string[] } }).headers ?? {};
  const named = {
    ...headers,
    type: 'object',
    properties: { ...headers.properties, [CALLER_HEADER]: CALLER },
    required: [...(headers.required ?? []), CALLER_HEADER],
  };
  return { ...made, schema: { ...made.schema, headers: named } };
}
