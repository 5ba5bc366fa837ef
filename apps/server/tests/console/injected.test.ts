import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, type SignedIn, signIn } from '../http/server.ts';
import { wholeDocument } from '../kit/whole-document.ts';
import { openConsole, type TestConsole } from './console.ts';

/** Fields that an attacker might hope the server accepts. */
const INJECTED = {
  role: 'owner',
  roles: ['owner'],
  status: 'active',
  state: 'paid',
  restricted: false,
  balance: '1000000',
  availableMinor: '1000000',
  available: '1000000',
  owner: randomUUID(),
  memberId: randomUUID(),
  member_id: randomUUID(),
  bucket: 0,
  staffId: randomUUID(),
  proposedBy: randomUUID(),
  confirmedBy: randomUUID(),
  isAdmin: true,
};

/** Public; reads one field and verifies it with the beacon's key. */
const OPEN = ['post /api/draws/{key}/{period}/signature'];
/** Time limit for calls with every form, one after the other. */
const CALLS_MS_MAX = 180_000;

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  minLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: { enum?: string[] };
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
}

interface Operation {
  tags?: string[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Write {
  name: string;
  method: string;
  path: string;
  schema: Schema;
}

let at: TestConsole;
let member: SignedIn;
let writes: Write[];
let shapes: Record<string, Schema>;
beforeAll(async () => {
  at = await openConsole();
  member = await signIn(at.club, await at.club.member());
  const { paths, components } = await wholeDocument<{
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  }>(async (path) => (await at.get(path)).body);
  shapes = components.schemas;
  writes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      return schema ? [{ name: `${method} ${path}`, method: method.toUpperCase(), path, schema }] : [];
    }),
  );
});
afterAll(() => at.close());

function shapeOf(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return shapes[schema.$ref.split('/').at(-1) ?? ''] ?? {};
}

/** A plausible value of a schema, so that only the added fields cause a refusal. */
function sampleOf(given: Schema): unknown {
  const schema = shapeOf(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return sampleOf(choice);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const named = (schema.propertyNames?.enum ?? []).map((name) => [name, schema.additionalProperties] as const);
    const entries = [...Object.entries(schema.properties ?? {}), ...named];
    return Object.fromEntries(entries.map(([name, part]) => [name, typeof part === 'object' ? sampleOf(part) : null]));
  }
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (type === 'boolean') return true;
  if (schema.format === 'uuid') return randomUUID();
  if (schema.pattern?.includes('0-9a-f')) return '0'.repeat(64);
  return '1'.repeat(Math.max(1, schema.minLength ?? 1));
}

function isClosed(given: Schema): boolean {
  const schema = shapeOf(given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.every(isClosed);
  if (schema.type !== 'object') return true;
  const parts = Object.values(schema.properties ?? {});
  return schema.additionalProperties !== undefined && schema.additionalProperties !== true && parts.every(isClosed);
}

test('every form takes what it names and nothing else, down to its last part', () => {
  expect(writes.length).toBeGreaterThan(50);
  const open = writes.filter(({ schema }) => !isClosed(schema));
  expect(open.map(({ name }) => name)).toEqual(OPEN);
});

/** Everything that an accepted field could have changed. */
async function stateNow(): Promise<unknown> {
  const { rows } = await at.club.owner.query(`
    select (select json_agg(a order by a.id) from (select id, name, role, disabled_at from staff.account) a) as staff,
      (select json_agg(b order by b.member_id) from ledger.balance b) as balances,
      (select json_agg(m order by m.member_id) from members.member m) as members,
      (select count(*) from members.suspension) as suspensions,
      (select count(*) from payments.withdrawal) as withdrawals,
      (select count(*) from ledger.transfer) as transfers, (select count(*) from staff.proposal) as proposals,
      (select count(*) from members.limit_set) as limits, (select count(*) from house.banner) as banners,
      (select count(*) from book.entry) as book`);
  return rows[0];
}

test(
  'role, state, balance and owner are refused wherever they are sent, by everybody, and nothing comes of it',
  async () => {
    const before = await stateNow();
    for (const [index, { name, method, path, schema }] of writes.entries()) {
      const named = new Set(Object.keys(shapeOf(schema).properties ?? {}));
      const added = Object.entries(INJECTED).filter(([field]) => !named.has(field));
      const one = added[index % added.length] ?? ['role', 'owner'];
      // All fields together, and each field alone in some call.
      for (const fields of [Object.fromEntries(added), { [one[0]]: one[1] }]) {
        const answer = await call(
          at.server,
          path.replaceAll(/\{\w+\}/g, () => randomUUID()),
          {
            method,
            body: { ...(sampleOf(schema) as object), ...fields },
            cookie: path.startsWith('/api/console/') ? at.staff.owner.cookie : member.cookie,
            headers: { 'idempotency-key': randomUUID() },
          },
        );
        await answer.arrayBuffer();
        expect(answer.status, `${name} with ${Object.keys(fields)}`).toBeGreaterThanOrEqual(400);
        expect(answer.status, `${name} with ${Object.keys(fields)}`).toBeLessThan(500);
      }
    }
    expect(await stateNow()).toEqual(before);
  },
  CALLS_MS_MAX,
);
