import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, refuseUnheard } from '../../src/db/listen.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let here: TestDatabase;
let elsewhere: TestDatabase;
beforeAll(async () => {
  here = await createTestDatabase();
  elsewhere = await createTestDatabase();
});
afterAll(() => Promise.all([here.drop(), elsewhere.drop()]));

test('a notification sent at one address and received at the other is fine', async () => {
  await expect(refuseUnheard(here.urls.api, here.urls.api)).resolves.toBeUndefined();
});

test('an address that delivers no notifications is refused, in one line that names the right one', async () => {
  // NOTIFY does not leave a database: a listener in another one hears nothing, as behind a pooler.
  const refused = refuseUnheard(elsewhere.urls.api, here.urls.api, { withinMs: 200 });
  await expect(refused).rejects.toThrow(
    /^no notifications at TERCET_LISTEN_URL [^\n]*Connect to the database directly$/,
  );
});

test('an address that nobody answers at is told as such', async () => {
  await expect(refuseUnheard('postgres://nobody@127.0.0.1:1/none', here.urls.api)).rejects.toThrow('ECONNREFUSED');
});

test('an address that takes a connection and says nothing is given up, and by whoever listens there tried again', async () => {
  const taken = new Set<Socket>();
  const silent = createServer((socket) => {
    taken.add(socket);
    socket.on('error', () => {});
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/none`;
  const listener = listen(url, 'first', { onMessage() {}, onGap() {} });
  await Promise.all([listener.tried, expect(refuseUnheard(url, here.urls.api)).rejects.toThrow('timeout')]);
  const before = taken.size;
  await once(silent, 'connection');
  expect(taken.size).toBe(before + 1);
  await listener.close();
  for (const socket of taken) socket.destroy();
  silent.close();
}, 30_000);
