import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { declaredRights, readPrivileges, textOf } from './declared.ts';
import { databaseIn, roleUrls } from './role-urls.ts';
import { PROCESS_ROLES, quoteName, quoteText, roleName } from './roles.ts';
import { scramVerifier } from './scram.ts';

test('a role is named after its database and its process', () => {
  expect(roleName('tercet', 'api')).toBe('tercet_api');
  expect(roleName('Der "Club" №1', 'jobs')).toBe('Der "Club" №1_jobs');
});

test('a name is never longer than PostgreSQL keeps, and two databases never share one', () => {
  const long = 'a'.repeat(63);
  const names = new Set<string>();
  const databases = [
    long,
    `${long.slice(0, 62)}b`,
    'я'.repeat(31),
    `${'я'.repeat(30)}ю`,
    'x'.repeat(58),
    'x'.repeat(59),
  ];
  for (const database of databases) {
    for (const role of PROCESS_ROLES) {
      const name = roleName(database, role);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
      expect(name).not.toContain('\ufffd');
      expect(name.endsWith(`_${role}`)).toBe(true);
      names.add(name);
    }
  }
  expect(names.size).toBe(databases.length * PROCESS_ROLES.length);
});

test('names and texts are quoted as SQL reads them', () => {
  expect(quoteName('a"b; drop')).toBe('"a""b; drop"');
  expect(quoteText("it's")).toBe("'it''s'");
  expect(quoteText("\\'")).toBe("E'\\\\'''");
  expect(() => quoteText('a\0b')).toThrow(TypeError);
});

test('a URL signs in as a role whatever stands in its name and password', () => {
  const owner = 'postgres://o:p@host:5432/Der%20%22Club%22';
  expect(databaseIn(owner)).toBe('Der "Club"');
  const url = new URL(roleUrls(owner, { api: 'a/b@c', draw: 'd', jobs: 'j' }).api);
  expect([decodeURIComponent(url.username), decodeURIComponent(url.password)]).toEqual(['Der "Club"_api', 'a/b@c']);
  expect(url.host + url.pathname).toBe('host:5432/Der%20%22Club%22');
});

test('privileges are read as PostgreSQL writes them, and nothing else is taken for some', () => {
  expect(readPrivileges('')).toEqual([]);
  expect(readPrivileges('select, update (a, b), delete')).toEqual([
    { privilege: 'select', columns: null },
    { privilege: 'update', columns: ['a', 'b'] },
    { privilege: 'delete', columns: null },
  ]);
  for (const bad of ['all', 'select insert', 'update ()', 'truncate', 'select; drop'])
    expect(() => readPrivileges(bad), bad).toThrow();
});

test('no right is declared twice, nor a column where the whole is declared', () => {
  const rights = declaredRights({ database: 'club', isOnCitus: false });
  const texts = rights.map(textOf);
  expect(new Set(texts).size).toBe(texts.length);
  const whole = new Set(rights.filter(({ column }) => column === null).map(textOf));
  const covered = rights.filter(
    ({ column, ...rest }) => column !== null && whole.has(textOf({ ...rest, column: null })),
  );
  expect(covered).toEqual([]);
});

test('a password is kept as PostgreSQL keeps it: by the example of RFC 7677', () => {
  const stored = scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'));
  const [, storedKey = '', serverKey = ''] =
    /^SCRAM-SHA-256\$4096:W22ZaJ0SNY7soEsUEjb6gQ==\$([^:]+):(.+)$/.exec(stored) ?? [];
  const nonce = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
  const exchange = `n=user,r=rOprNGfwEbeRWgbNEkqO,r=${nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,c=biws,r=${nonce}`;
  const signed = (key: string): Buffer => createHmac('sha256', Buffer.from(key, 'base64')).update(exchange).digest();
  expect(signed(serverKey).toString('base64')).toBe('6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=');
  const proof = Buffer.from('dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=', 'base64');
  const clientKey = signed(storedKey).map((byte, at) => byte ^ (proof[at] ?? 0));
  expect(createHash('sha256').update(clientKey).digest('base64')).toBe(storedKey);
  expect(scramVerifier('pencil')).not.toBe(scramVerifier('pencil'));
  // PostgreSQL normalizes non-ASCII letters before it hashes them.
  expect(scramVerifier('größer')).toBe('größer');
});
