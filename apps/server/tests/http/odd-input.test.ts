import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { openConsole, type TestConsole } from '../console/console.ts';
import { wholeDocument } from '../kit/whole-document.ts';
import { call, type SignedIn, signIn } from './server.ts';

/** Texts that no form accepts: NUL, and half of a surrogate pair. */
const ODD_TEXTS = ['a\u0000b', 'a\ud800b'];
const ODD_NUMBERS = [Number.MIN_SAFE_INTEGER, -1, 0, 9e15, 8_640_000_000_000_001, Number.MAX_SAFE_INTEGER, 1e300];
/** Valid values of fields with further rules, so that the other fields are reached. */
const GOOD_TEXTS: Record<string, string> = { link: '/Book', url: 'https://help.example/' };
/** Number of values that `npm test` sends. */
const VALUES_TRIED = 250;
/** Time limit for calls with every field of every form, one after the other. */
const CALLS_MS_MAX = 400_000;

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
  minItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: { enum?: string[] };
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
}

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { name: string; in: string; schema: Schema }[];
}

interface OneCall {
  method: string;
  path: string;
  operation: Operation;
}

let at: TestConsole;
let member: SignedIn;
let other: string;
let calls: OneCall[];
let shapes: Record<string, Schema>;
beforeAll(async () => {
  at = await openConsole();
  member = await signIn(at.club, await at.club.member());
  other = (await at.club.member()).memberId;
  const { paths, components } = await wholeDocument<{
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  }>(async (path) => (await at.get(path)).body);
  shapes = components.schemas;
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});
afterAll(() => at.close());

function shapeOf(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (shapes[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}

interface Leaf {
  path: (string | number)[];
  kind: 'text' | 'number';
}

/** A valid value of a schema. Adds each text and number field to `leaves`. */
function sampleFor(given: Schema, path: (string | number)[], leaves: Leaf[]): unknown {
  const schema = shapeOf(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return sampleFor(choice, path, leaves);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(schema, path, leaves);
  if (type === 'array') return schema.items ? [sampleFor(schema.items, [...path, 0], leaves)] : [];
  if (type === 'boolean') return true;
  leaves.push({ path, kind: type === 'string' ? 'text' : 'number' });
  if (type !== 'string') {
    const inADay = at.club.clock.nowMs() + 86_400_000;
    return String(path.at(-1)).endsWith('Ms') && path.at(-1) !== 'fromMs' ? inADay : Math.max(schema.minimum ?? 1, 1);
  }
  if (schema.format === 'uuid') return randomUUID();
  if (schema.pattern?.includes('0-9a-f')) return '0'.repeat(64);
  return GOOD_TEXTS[String(path.at(-1))] ?? '1'.repeat(Math.max(12, schema.minLength ?? 1));
}

function objectOf(schema: Schema, path: (string | number)[], leaves: Leaf[]): unknown {
  const open = schema.additionalProperties;
  const names = schema.propertyNames?.enum ?? (typeof open === 'object' ? ['en'] : []);
  const named = names.map((name) => [name, open] as const);
  const parts = [...Object.entries(schema.properties ?? {}), ...named];
  return Object.fromEntries(
    parts.map(([name, part]) => [name, typeof part === 'object' ? sampleFor(part, [...path, name], leaves) : null]),
  );
}

function withLeaf(sample: unknown, [first, ...rest]: (string | number)[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(sample)) return sample.map((part, at) => (at === first ? withLeaf(part, rest, value) : part));
  const object = sample as Record<string, unknown>;
  return { ...object, [first]: withLeaf(object[first], rest, value) };
}

function filled(path: string): string {
  const known = path.replace('{memberId}', other).replace('/lotteries/{key}', '/lotteries/dice-60');
  return known.replaceAll(/\{[\w*]+\}/g, () => randomUUID());
}

async function statusOf({ method, path }: OneCall, options: { body?: unknown; query?: string }): Promise<number> {
  const answer = await call(at.server, filled(path) + (options.query ?? ''), {
    method,
    ...(options.body === undefined ? {} : { body: options.body }),
    cookie: path.startsWith('/api/console/') ? at.staff.owner.cookie : member.cookie,
    headers: { 'idempotency-key': randomUUID() },
  });
  await answer.arrayBuffer();
  return answer.status;
}

const valuesOf = ({ kind }: Leaf): readonly unknown[] => (kind === 'text' ? ODD_TEXTS : ODD_NUMBERS);

test(
  'no field of any form breaks the server, whatever text or number it holds',
  async () => {
    const broken: string[] = [];
    const all = calls.flatMap((one) => {
      const schema = one.operation.requestBody?.content['application/json']?.schema;
      // Calls that would end the session.
      if (!schema || one.path.endsWith('/session/end') || one.path.endsWith('end-others')) return [];
      const leaves: Leaf[] = [];
      const sample = sampleFor(schema, [], leaves);
      return leaves.flatMap((leaf) => valuesOf(leaf).map((value) => ({ one, sample, leaf, value })));
    });
    expect(all.length).toBeGreaterThan(300);
    for (const { one, sample, leaf, value } of sampleOf(all, VALUES_TRIED)) {
      const status = await statusOf(one, { body: withLeaf(sample, leaf.path, value) });
      if (status >= 500)
        broken.push(`${one.method} ${one.path} ${leaf.path.join('.')} ${JSON.stringify(value)}: ${status}`);
    }
    expect(broken).toEqual([]);
  },
  CALLS_MS_MAX,
);

test(
  'nor does any word behind a path',
  async () => {
    const broken: string[] = [];
    const values = [...ODD_TEXTS.map((text) => text.toWellFormed()), '9e15', '9007199254740991', '-1'];
    const all = calls
      .filter(({ method }) => method === 'GET')
      .flatMap((one) =>
        (one.operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .flatMap(({ name }) => values.map((value) => ({ one, name, value }))),
      );
    for (const { one, name, value } of sampleOf(all, VALUES_TRIED)) {
      const status = await statusOf(one, { query: `?${name}=${encodeURIComponent(value)}` });
      if (status >= 500 && status !== 503)
        broken.push(`${one.method} ${one.path} ${name} ${JSON.stringify(value)}: ${status}`);
    }
    expect(broken).toEqual([]);
  },
  CALLS_MS_MAX,
);

test('who signs in under such a name is nobody, and hears nothing else', async () => {
  for (const name of [...ODD_TEXTS, 'a b', '💾']) {
    const { status, body } = await at.post('/api/console/session', { name, password: 'x'.repeat(12) });
    expect([status, body.code], JSON.stringify([name, body])).toEqual([401, 'wrong-credentials']);
  }
});

test('staff are told in which field it is', async () => {
  const notice = (title: string) => ({ texts: [{ locale: 'en', title, text: 'a\nb' }], fromMs: null, untilMs: null });
  for (const title of [...ODD_TEXTS, 'a\nb']) {
    const { status, body } = await at.post('/api/console/notices', notice(title), at.staff.owner);
    expect([status, body.code], title).toEqual([400, 'invalid-body']);
    if (title !== 'a\nb') expect(body.fields).toEqual({ title: 'invalid-body' });
  }
  expect((await at.post('/api/console/notices', notice('a\u200fb'), at.staff.owner)).status).toBe(201);
});
