import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleOf } from '../../../../../packages/fair/tests/sample.ts';
import { newId } from '../../../src/db/ids.ts';
import { CANARIES, type Canary } from './canary-search.ts';

/** Number of other operations of each method that `npm test` calls. */
const OPERATIONS_TRIED = 8;
const TAKES_SECRETS = /payee|password|withdrawals|real-name|members$|session$/;

/** An API call with a canary in it, generated from the API's description, so that new routes are covered. */
export interface CanaryCall {
  /** Such as `post /api/me/payee`. */
  operation: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

interface Operation {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const { paths, components } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../packages/contract/openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

/**
 * Fields that are stored as written because others read them: public names, reasons of staff acts, announcements. The
 * server cannot recognize a secret in them, except those with a fixed format: card numbers and IBANs.
 */
const FOR_OTHERS: Record<string, readonly string[]> = {
  'post /api/members': ['userName'],
  // An amount or a number of minutes, whose digits may equal a secret by chance.
  'post /api/me/limits': ['value'],
  'post /api/console/members/{memberId}/corrections': ['amountMinor'],
  console: [
    ...['why', 'words', 'authority', 'reference', 'purpose', 'name', 'description'],
    ...['hours', 'url', 'link', 'texts'],
  ],
};
const SEEN_BY_FORM: readonly Canary[] = ['cardNumber', 'iban'];

/** Valid values by field, so that a call gets as far as possible. */
const GOOD: Record<string, string> = {
  password: 'a lantern in june',
  birthDate: '1990-05-17',
  bankCode: 'elbe',
  holder: 'Ana Petrova',
  phone: '+97688123456',
  financePassword: '9041',
  repeat: '9041',
  iban: 'DE89370400440532013000',
  token: 'tok_0123456789',
  amountMinor: '1000',
  realName: 'Ana Petrova',
};

/** All calls of an operation. `good` holds values for this call, such as an unused invite code. */
export function callsOf(operation: string, good: Record<string, string>): CanaryCall[] {
  const [method = '', url = ''] = operation.split(' ');
  const described = paths[url]?.[method] ?? {};
  const names = { path: namesIn(described, 'path'), query: namesIn(described, 'query') };
  const at = { operation, method: method.toUpperCase() };
  const values = { ...GOOD, ...good };
  const path = filled(url, names.path, values);
  const forms = formsOf(described.requestBody?.content['application/json']?.schema, values);
  const calls: CanaryCall[] = [];
  for (const canary of Object.keys(CANARIES) as Canary[]) {
    const value = CANARIES[canary];
    for (const name of names.path) {
      calls.push({
        ...at,
        path: filled(url, names.path, { ...values, [name]: value }),
        ...(forms[0] ? { body: forms[0] } : {}),
      });
    }
    for (const name of [...names.query, 'q'])
      calls.push({ ...at, path: `${path}?${name}=${encodeURIComponent(value)}` });
    const headers = { 'idempotency-key': value, 'accept-language': value };
    if (isLatin(value)) calls.push({ ...at, path, headers, ...(forms[0] ? { body: forms[0] } : {}) });
    if (method === 'get') continue;
    for (const form of forms)
      calls.push(...inEachField(form, operation, canary).map((body) => ({ ...at, path, body })));
  }
  if (method !== 'get') calls.push(...brokenForms().map((body) => ({ ...at, path, body })));
  return calls;
}

/** The operations to call, as `method /path`: all, or those that take secrets and a sample of the others. */
export function triedOperations(): string[] {
  const all = operations();
  const others = all.filter((operation) => !TAKES_SECRETS.test(operation));
  const methods = [...new Set(others.map((operation) => operation.split(' ')[0]))];
  const some = methods.flatMap((method) => {
    const ofMethod = others.filter((operation) => operation.startsWith(`${method} `));
    return sampleOf(ofMethod, OPERATIONS_TRIED);
  });
  return all.filter((operation) => TAKES_SECRETS.test(operation) || some.includes(operation));
}

function operations(): string[] {
  return Object.entries(paths).flatMap(([url, methods]) => Object.keys(methods).map((method) => `${method} ${url}`));
}

/** Copies of a form with the canary in each text field, and in unknown fields. */
function inEachField(form: Record<string, unknown>, operation: string, canary: Canary): unknown[] {
  const value = CANARIES[canary];
  const bodies: unknown[] = [
    { ...form, cvv: value },
    { ...form, cardNumber: value, nested: { deep: [value] } },
  ];
  for (const [name, part] of Object.entries(form)) {
    if (!mayBeIn(operation, name, canary)) continue;
    if (typeof part === 'string') bodies.push({ ...form, [name]: value });
    else if (typeof part === 'object' && part !== null && !Array.isArray(part)) {
      for (const inner of Object.keys(part)) bodies.push({ ...form, [name]: { ...part, [inner]: value } });
    } else bodies.push({ ...form, [name]: [value] });
  }
  return bodies;
}

function mayBeIn(operation: string, name: string, canary: Canary): boolean {
  const places = operation.includes('/api/console/') ? ['console', operation] : [operation];
  return SEEN_BY_FORM.includes(canary) || !places.some((place) => FOR_OTHERS[place]?.includes(name));
}

/** Malformed bodies: no JSON, another shape, secrets as field names, too long. */
function brokenForms(): unknown[] {
  const { cardNumber, iban, ...others } = CANARIES;
  const all = Object.values(CANARIES);
  const asNames = Object.fromEntries(Object.values(others).map((value) => [value, value]));
  const named = [asNames, { [cardNumber]: cardNumber }, { [iban]: iban }];
  return [`{"financePassword": "${all.join(' ')}`, all.join(' '), all, iban, ...named, { iban: iban.repeat(8_000) }];
}

function isLatin(value: string): boolean {
  return /^[\0-\u007f]+$/.test(value);
}

function namesIn({ parameters = [] }: Operation, place: string): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function filled(url: string, names: readonly string[], values: Record<string, string>): string {
  return names.reduce((path, name) => path.replace(`{${name}}`, encodeURIComponent(values[name] ?? newId())), url);
}

/** An example for each variant of the schema. */
function formsOf(schema: Schema | undefined, good: Record<string, string>): Record<string, unknown>[] {
  if (!schema) return [];
  const whole = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  const kinds = whole?.oneOf ?? whole?.anyOf ?? [whole ?? {}];
  return kinds.map((kind) => exampleOf(kind, '', good) as Record<string, unknown>);
}

function exampleOf(schema: Schema, name: string, good: Record<string, string>): unknown {
  const { type, properties, items } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], name, good);
  if (type === 'object') {
    const parts = Object.entries(properties ?? {}).map(([key, part]) => [key, exampleOf(part, key, good)]);
    return Object.fromEntries(parts);
  }
  if (type === 'array') return [exampleOf(items ?? {}, name, good)];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  return good[name] ?? (schema.format === 'uuid' ? newId() : 'text');
}
