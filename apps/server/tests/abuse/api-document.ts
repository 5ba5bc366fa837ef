import { z } from 'zod';
import document from '../../../../packages/contract/openapi.json' with { type: 'json' };

/** The subset of JSON Schema that the API document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
}

interface Media {
  schema?: Schema;
}

interface Answer {
  content?: Record<string, Media>;
}

export interface Operation {
  method: string;
  path: string;
  parameters: { in: string; name: string; required?: boolean; schema: Schema }[];
  /** By content type. */
  body: Record<string, Media> | null;
  responses: Record<string, Answer>;
}

const SCHEMAS = document.components.schemas as unknown as Record<string, Schema>;
const ANSWERS: Record<string, Answer> = document.components.responses;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head']);

/** All operations in the API document. */
export function operationsOf(): Operation[] {
  const paths = document.paths as unknown as Record<string, Record<string, RawOperation>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, { parameters = [], requestBody, responses }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content ?? null,
        responses: Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, answerOf(one)])),
      })),
  );
}

interface RawOperation {
  parameters?: Operation['parameters'];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer & { $ref?: string }>;
}

/** Resolves a reference to a response. */
function answerOf(answer: Answer & { $ref?: string }): Answer {
  const name = answer.$ref?.split('/').at(-1);
  return name === undefined ? answer : (ANSWERS[name] ?? {});
}

/** Resolves references to schemas. */
export function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolved(SCHEMAS[name] ?? {});
}

const compiled = new Map<string, z.ZodType | null>();

/** How an answer deviates from the document; null if it conforms. */
export function faultOf(operation: Operation, status: number, type: string, body: unknown): string | null {
  const key = [String(status), `${Math.floor(status / 100)}XX`].find((name) => name in operation.responses);
  const media = key === undefined ? undefined : operation.responses[key]?.content;
  if (key === undefined) return `says nothing of ${status}`;
  if (media === undefined) return body === '' ? null : `says that ${status} is empty`;
  if (!(type in media)) return `says nothing of ${type} with ${status}`;
  const schema = shapeOf(`${operation.method} ${operation.path} ${key} ${type}`, media[type]?.schema);
  const parsed = schema?.safeParse(body);
  return parsed === undefined || parsed.success
    ? null
    : `${status}: ${JSON.stringify(parsed.error.issues).slice(0, 500)}`;
}

function shapeOf(name: string, schema: Schema | undefined): z.ZodType | null {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify({ ...schema, $defs: SCHEMAS }).replaceAll('#/components/schemas/', '#/$defs/');
  const made = schema === undefined ? null : z.fromJSONSchema(JSON.parse(text));
  compiled.set(name, made);
  return made;
}
