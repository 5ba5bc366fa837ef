import type { Finding, Rule } from './source-files.ts';

const SCHEMA = 'apps/server/schema/';

/** Keys of tables with a `bucket` that do not begin with it, each with the reason. Remove entries of dropped keys. */
const KEYS_OTHERWISE: Record<string, string> = {
  'draw.settlement_chunk primary key':
    'how far a draw is paid belongs to the draw, not to a member; it stays on one machine',
  'ledger.owed primary key': 'contains the bucket, which is enough to spread by; what is read is all of a date',
  'members.user_name_claim primary key': 'a name is one among all members: a claim, kept on one machine',
  'members.user_name_claim unique (member_id)': 'the same claim, found by its member',
  'payments.reference primary key': 'a reference is one among all members: a claim, kept on one machine',
};

const TABLE = /^create table ([\w.]+) \(\n([\s\S]*?)^\)/gm;
const KEY = /^ {2}(?:constraint \w+ )?((primary key|unique|foreign key) \(([^)]*)\))/gm;
const UNIQUE_INDEX = /^create unique index (\w+) on ([\w.]+) \(([^)]*)\)/gm;
/** Tables without a bucket that members' rows may refer to: small and the same for every member. */
const COMMON = new Set(['lottery.gate foreign key (lottery_id)']);

export const BUCKET_RULES: Rule[] = [
  {
    name: 'keys-begin-with-bucket',
    why: "Members' rows are spread over machines by bucket, and a machine can hold a key only for its own rows.",
    instead: 'begin the key with bucket, or name it in tools/tidy/bucket-rules.ts with the reason',
    find: (files) => {
      const schema = files.filter(({ path }) => path.startsWith(SCHEMA));
      if (schema.length === 0) return [{ path: SCHEMA, what: 'missing' }];
      const others = keysOf(schema.map(({ text }) => text).join('\n')).filter(
        ({ columns }) => !/^bucket\b/.test(columns),
      );
      const found = new Set(others.map(({ name }) => name));
      return [
        ...others
          .filter(({ name }) => !(name in KEYS_OTHERWISE))
          .map(({ name }): Finding => ({ path: SCHEMA, what: name })),
        ...Object.keys(KEYS_OTHERWISE)
          .filter((name) => !found.has(name))
          .map(
            (name): Finding => ({ path: 'tools/tidy/bucket-rules.ts', what: `${name} is gone, or begins with bucket` }),
          ),
      ];
    },
  },
];

function keysOf(schema: string): { name: string; columns: string }[] {
  const spread = [...schema.matchAll(TABLE)].filter(([, , body = '']) => /^ {2}bucket /m.test(body));
  const tables = new Set(spread.map(([, table = '']) => table));
  const constraints = spread.flatMap(([, table, body = '']) =>
    [...body.matchAll(KEY)].map(([, key, kind, columns = '']) => ({
      name: `${table} ${kind === 'primary key' ? kind : key}`,
      columns,
    })),
  );
  const indexes = [...schema.matchAll(UNIQUE_INDEX)]
    .filter(([, , table = '']) => tables.has(table))
    .map(([, name, table, columns = '']) => ({ name: `${table} ${name}`, columns }));
  return [...constraints, ...indexes].filter(({ name }) => !COMMON.has(name));
}
