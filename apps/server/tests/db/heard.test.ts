import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseUnheard } from '../../src/db/listen.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let here: TestDatabase;
let elsewhere: TestDatabase;
beforeAll(async () => {
  here = await createTestDatabase();
  elsewhere = await createTestDatabase();
});
afterAll(() => Promise.all([here.drop(), elsewhere.drop()]));

test('what is told at one address and heard at the other is fine', async () => {
  await expect(refuseUnheard(here.appUrl, here.appUrl)).resolves.toBeUndefined();
});

test('an address where nothing is heard is refused, in one line that says what to name', async () => {
  // NOTIFY stays within a database: to whoever listens, another one is as deaf as a pooler.
  const refused = refuseUnheard(elsewhere.appUrl, here.appUrl, { withinMs: 200 });
  await expect(refused).rejects.toThrow(/^nothing is heard at TERCET_LISTEN_URL [^\n]*name the database itself there$/);
});

test('an address that nobody answers at is told as such', async () => {
  await expect(refuseUnheard('postgres://nobody@127.0.0.1:1/none', here.appUrl)).rejects.toThrow('ECONNREFUSED');
});
