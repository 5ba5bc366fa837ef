import { decodeEntry } from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Club, openClub } from '../kit/club.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

const HASH = '0a'.repeat(32);
/** A readable entry of each type that a process appends directly. */
const READABLE = {
  seal: { type: 'seal', draw_id: 'dice-30/1', root: HASH, count: '0', table: HASH },
  draw: { type: 'draw', draw_id: 'dice-30/2', round: '7', signature: 'ab'.repeat(48), dice: ['1', '6', '3'] },
  void: { type: 'void', draw_id: 'dice-30/3', reason: 'seal-late', table: HASH },
  'audit-head': { type: 'audit-head', size: '0', head: HASH, at: '9' },
  liabilities: {
    ...{ type: 'liabilities', date: '2026-02-28', epoch: '3', root: HASH, total: '9223372036854775807', leaves: '256' },
    turnover: [
      { key: 'dice-180', players: '20', staked: '5', paid: '0' },
      { key: 'dice-30', players: '21', staked: '5', paid: '9' },
    ],
  },
} as const;
const [NOT_ALLOWED, NOT_JSON] = ['42501', '22P02'];
type Type = keyof typeof READABLE;
const TYPES = Object.keys(READABLE) as Type[];
const roleOf = (type: Type) => (type === 'audit-head' || type === 'liabilities' ? 'jobs' : 'draw');

function append(role: 'draw' | 'jobs', body: string) {
  return club.pools[role].query('select book.append($1)', [[body]]);
}

/** JSON with sorted keys, like entries; also for values that entries cannot contain. */
function sorted(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return Array.isArray(value) ? `[${value.map(sorted).join()}]` : JSON.stringify(value);
  }
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${sorted(one)}`).join()}}`;
}

const isRead = (body: string) => {
  try {
    decodeEntry(body);
    return true;
  } catch {
    return false;
  }
};

const VALUES = [
  null,
  1,
  '',
  '0',
  '-1',
  '01',
  '1e3',
  '9007199254740992',
  '9223372036854775808',
  'A',
  HASH.toUpperCase(),
  'é',
];
const MORE = [
  [],
  {},
  ['1', '2'],
  ['1', '2', '7'],
  [1, 2, 3],
  '2026-02-30',
  '257',
  'dice-30/01',
  'Dice/1',
  `${HASH}0`,
  '\n',
];

/** Bodies of a type with one fault each. */
function spoilt(type: Type): string[] {
  const entry: Record<string, unknown> = READABLE[type];
  const fields = Object.keys(entry);
  const body = sorted(entry);
  const rows = [
    [],
    [{}],
    [{ key: 'a', players: '19', staked: '1', paid: '1' }],
    [...READABLE.liabilities.turnover].reverse(),
  ];
  const objects = [
    ...fields.map((field) => Object.fromEntries(Object.entries(entry).filter(([name]) => name !== field))),
    ...fields.flatMap((field) => [...VALUES, ...MORE, ...rows].map((value) => ({ ...entry, [field]: value }))),
    { ...entry, more: '1' },
  ];
  return [
    ...objects.map((one) => sorted(one)),
    ...[
      ` ${body}`,
      `${body}\n`,
      body.replace('{', `{"type":"${type}",`),
      body.slice(0, -1),
      `[${body}]`,
      'null',
      '',
      '{',
    ],
    ...[JSON.stringify(entry, null, 1), ' '.repeat(70_000) + body, body.replace('"type"', '"\\u0074ype"')],
  ];
}

describe.each(TYPES)('an entry of type %s', (type) => {
  test('is accepted from the process that writes it if readers can read it, and refused if they cannot', async () => {
    const role = roleOf(type);
    const before = await size();
    const all = [...new Set(spoilt(type))];
    const taken: string[] = [];
    for (const body of all) {
      // A readable body may be refused only if its draw has such an entry already.
      const refusals = isRead(body) ? ['TC001'] : [NOT_ALLOWED, NOT_JSON];
      await append(role, body).then(
        () => taken.push(body),
        (error) => expect(refusals, `${error.code}: ${body.slice(0, 200)}`).toContain(error.code),
      );
    }
    expect(taken.filter((body) => !isRead(body))).toEqual([]);
    expect(all.filter((body) => !isRead(body)).length).toBeGreaterThan(60);
    expect(await size()).toBe(before + BigInt(taken.length));
    await append(role, sorted(READABLE[type])).catch((error) => {
      if (error.code !== 'TC001') throw error;
    });
  });
});

async function size(): Promise<bigint> {
  const { rows } = await club.pool.query('select size from book.head');
  return BigInt(rows[0].size);
}
