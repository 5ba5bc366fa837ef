import { NASTY } from '../kit/nasty.ts';
import { type Operation, resolved, type Schema } from './api-document.ts';

/** What is sent, and to where; a body is text as it goes over the line. */
export interface NastyCall {
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** What is nasty about it. */
  what: string;
}

/** What would be right in a field of that name. */
export type Known = Readonly<Record<string, unknown>>;

/** Node takes 16 kB of headers, the address among them. */
const HEAD_LENGTH = 12_000;
const DEPTH_MAX = 8;
const FORMATS: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-11-21',
  'date-time': '2026-11-21T00:00:00Z',
};
/** What a pattern takes, by trying. */
const SAMPLES = ['1', '100', 'a', 'ab', 'AB', 'aaaa', 'a-1', '0'.repeat(32), '0'.repeat(64), '0'.repeat(96), '2026-11'];

/** A value of a schema whose texts are as long as it lets them be, made by `text`. */
export function largest(given: Schema, text: (length: number) => string, known: Known, name = '', depth = 0): unknown {
  const schema = resolved(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.at(-1);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return largest(choice, text, known, name, depth);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => largest(part, text, known, name, depth)));
  const types = [schema.type ?? []].flat();
  if (depth > DEPTH_MAX || types.length === 0) return text(100);
  if (types.includes('object')) return largestObject(schema, text, known, depth);
  if (types.includes('array')) {
    const length = Math.min(schema.maxItems ?? 1, 200);
    return Array.from({ length }, () => largest(schema.items ?? {}, text, known, name, depth + 1));
  }
  if (types.includes('string')) return largestText(schema, text, known, name);
  if (types.includes('boolean')) return true;
  if (types.includes('null')) return null;
  return name in known ? known[name] : Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 1, 5));
}

function largestObject(schema: Schema, text: (length: number) => string, known: Known, depth: number): unknown {
  const { additionalProperties: more, propertyNames: names } = schema as Schema & { propertyNames?: Schema };
  const keys = names?.enum ?? (typeof more === 'object' ? ['en', 'mn', 'ja'] : []);
  const parts = [
    ...Object.entries(schema.properties ?? {}),
    ...keys.map((key) => [String(key), more as Schema] as const),
  ];
  return Object.fromEntries(parts.map(([name, part]) => [name, largest(part, text, known, name, depth + 1)]));
}

function largestText(schema: Schema, text: (length: number) => string, known: Known, name: string): string {
  if (name in known) return String(known[name]);
  const sample = FORMATS[schema.format ?? ''];
  if (sample !== undefined) return sample;
  const made = text(schema.maxLength ?? 1_000);
  if (schema.pattern === undefined) return made;
  const pattern = new RegExp(schema.pattern, 'u');
  return [made, ...SAMPLES].find((one) => pattern.test(one)) ?? made;
}

/** Bodies that are no form, of about a length. */
const BODIES: Readonly<Record<string, (length: number) => string>> = {
  'deep lists': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'deep tables': (length) => '{"a":'.repeat(length / 6) + '1' + '}'.repeat(length / 6),
  'many names': (length) => `{${Array.from({ length: length / 12 }, (_, n) => `"a${n}":1`).join(',')}}`,
  'one name, again and again': (length) => `{${'"a":1,'.repeat(length / 6)}"a":1}`,
  'names of prototypes': (length) => `{${'"__proto__":{},"constructor":{},'.repeat(length / 34)}"a":1}`,
  'a long name': (length) => `{"${'a'.repeat(length - 10)}":1}`,
  'a number without an end': (length) => `{"a":${'9'.repeat(length - 10)}}`,
  'a number with a large power': (length) => `[${'1e999999,'.repeat(length / 9)}1]`,
  escapes: (length) => `{"a":"${'\\u0301'.repeat(length / 6 - 2)}"}`,
  'a text': (length) => JSON.stringify('4111 1111 1111 1112 '.repeat(length / 20)),
  'marks that pile up': (length) => JSON.stringify({ words: NASTY['marks that pile up']?.(length / 3) }),
  spaces: (length) => `${' '.repeat(length - 2)}{}`,
  'nearly JSON': (length) => `{"a":"${'\\"'.repeat(length / 2 - 5)}`,
};

/** Headers that are lists, or that something looks for something in. */
const HEADERS: Readonly<Record<string, Record<string, string>>> = {
  'many cookies': { cookie: 'a=b; '.repeat(HEAD_LENGTH / 5) },
  'cookies without a value': { cookie: ';=,"'.repeat(HEAD_LENGTH / 4) },
  'one cookie, again and again': { cookie: 'tercet=a; tercet-staff=b; '.repeat(HEAD_LENGTH / 26) },
  'a long key': { 'idempotency-key': '0f'.repeat(HEAD_LENGTH / 2) },
  'tags of answers': { 'if-none-match': 'W/"a", '.repeat(HEAD_LENGTH / 7) },
  'tags that are none': { 'if-none-match': '",'.repeat(HEAD_LENGTH / 2) },
  languages: { 'accept-language': `${'mn;q=0.5,'.repeat(HEAD_LENGTH / 9)}en` },
  'languages and spaces': { 'accept-language': `mn${' '.repeat(HEAD_LENGTH / 2)}x${'\t;'.repeat(HEAD_LENGTH / 4)}` },
  encodings: { 'accept-encoding': 'gzip;q=0.5,'.repeat(HEAD_LENGTH / 11) },
  types: { accept: 'application/json;q=0.1,'.repeat(HEAD_LENGTH / 23) },
  ranges: { range: `bytes=${'0-1,'.repeat(HEAD_LENGTH / 4)}0-1` },
  'a bearer': { authorization: `Bearer ${'a'.repeat(HEAD_LENGTH)}` },
  'a browser': { 'user-agent': 'Version/1 Safari Mozilla/5.0 ('.repeat(HEAD_LENGTH / 30) },
  'a type of a body': { 'content-type': `application/json${';a=b'.repeat(HEAD_LENGTH / 4)}` },
  'many headers': Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x-nasty-${n}`, 'a'.repeat(12)])),
  'a trace': { traceparent: `00-${'0'.repeat(HEAD_LENGTH)}` },
};

/** Queries behind any path; `@` stands for a parameter that the call knows. */
const QUERIES: Readonly<Record<string, string>> = {
  'many parameters': 'a=1&'.repeat(HEAD_LENGTH / 4),
  'signs between parameters': '&=?;'.repeat(HEAD_LENGTH / 4),
  'percent signs': `@=${'%25'.repeat(HEAD_LENGTH / 3)}`,
  'marks that pile up': `@=a${'%CC%81%CC%96'.repeat(HEAD_LENGTH / 12)}`,
  'signs that grow': `@=${'%EF%B7%BA'.repeat(HEAD_LENGTH / 9)}`,
  'bytes that are no text': `@=${'%ff%c0'.repeat(HEAD_LENGTH / 6)}`,
  'one parameter, again and again': '@=1&'.repeat(HEAD_LENGTH / 8),
  commas: `@=${'a,'.repeat(HEAD_LENGTH / 2)}`,
  'names of prototypes': '__proto__[a]=1&constructor.prototype=1&'.repeat(HEAD_LENGTH / 40),
};

const PATHS: Readonly<Record<string, string>> = {
  'a long word': 'a'.repeat(HEAD_LENGTH),
  'percent signs': '%25'.repeat(HEAD_LENGTH / 3),
  'dots and dashes': '.-'.repeat(HEAD_LENGTH / 2),
  'marks that pile up': `a${'%CC%81%CC%96'.repeat(HEAD_LENGTH / 12)}`,
};

/** The path with what is known in it, or `text` in the place of each parameter. */
export function pathOf({ path, parameters }: Operation, known: Known, text?: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    if (text !== undefined) return text;
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {};
    return encodeURIComponent(partOf(schema, known[name]));
  });
}

function partOf(schema: Schema, known: unknown): string {
  const { enum: values, format, type, pattern } = resolved(schema);
  if (values) return String(values[0]);
  if (format === 'uuid') return /^[\da-f]{8}-/.test(String(known)) ? String(known) : String(FORMATS.uuid);
  if (known !== undefined) return String(known);
  if (type === 'integer') return '1';
  return pattern?.startsWith('^2') ? '2026-11' : String(FORMATS.uuid);
}

/** Calls whose head is nasty. */
export function nastyHeads(operation: Operation, known: Known): NastyCall[] {
  const path = pathOf(operation, known);
  const named = operation.parameters.find((one) => one.in === 'query')?.name ?? 'cursor';
  return [
    ...Object.entries(HEADERS).map(([what, headers]) => ({ what, path, headers })),
    ...Object.entries(QUERIES).map(([what, query]) => ({
      what: `query: ${what}`,
      path: `${path}?${query.replaceAll('@', named)}`,
      headers: {},
    })),
    ...(operation.path.includes('{')
      ? Object.entries(PATHS).map(([what, text]) => ({
          what: `path: ${what}`,
          path: pathOf(operation, known, text),
          headers: {},
        }))
      : []),
  ];
}

/** Bodies that fit the schema, with every text as long as it may be. */
export function nastyForms(operation: Operation, known: Known): NastyCall[] {
  const schema = operation.body?.['application/json']?.schema;
  if (!schema) return [];
  const path = pathOf(operation, known);
  return Object.entries(NASTY).map(([what, make]) => ({
    what: `form: ${what}`,
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(largest(schema, make, known)),
  }));
}

/** Lengths of bodies, to the largest that any call takes. */
export const LENGTHS: readonly number[] = [900, 4_000, 8_000, 16_000, 32_000, 65_000, 75_000, 500_000, 1_500_000];

/** Bodies of a length that are no form. */
export function nastyBodies(path: string, length: number): NastyCall[] {
  const headers = { 'content-type': 'application/json' };
  return Object.entries(BODIES).map(([what, make]) => ({ what, path, headers, body: make(length) }));
}
