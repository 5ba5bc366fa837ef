import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Listener, listen } from '../../src/db/listen.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let owner: pg.Pool;
const open: Listener[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
});
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Listens on a channel and records the notifications. */
function ear(channel: string) {
  const notifications = new EventEmitter();
  const heard: string[] = [];
  const note = (what: string): void => {
    heard.push(what);
    notifications.emit('told');
  };
  const listener = listen(database.urls.api, channel, { onMessage: note, onGap: () => note('gap') });
  open.push(listener);
  return {
    heard,
    listener,
    async until(count: number): Promise<string[]> {
      while (heard.length < count) await once(notifications, 'told');
      return heard;
    },
  };
}

const tell = (channel: string, payload: string) => owner.query('select pg_notify($1, $2)', [channel, payload]);
const LINES = `from pg_stat_activity where datname = current_database() and application_name = 'tercet listen'`;
const lineCount = async () => (await owner.query(`select count(*)::integer as n ${LINES}`)).rows[0].n;

test('channels share a connection, and each receives its own notifications', async () => {
  const [first, second] = [ear('first'), ear('second')];
  await Promise.all([first.until(1), second.until(1)]);
  const late = ear('late');
  await late.listener.tried;
  expect(await lineCount()).toBe(1);
  for (const channel of ['first', 'late', 'second']) await tell(channel, `to ${channel}`);
  expect(await first.until(2)).toEqual(['gap', 'to first']);
  expect(await second.until(2)).toEqual(['gap', 'to second']);
  expect(await late.until(2)).toEqual(['gap', 'to late']);
});

test('two who listen to one channel both hear it, and one goes on when the other has gone', async () => {
  const [one, other] = [ear('same'), ear('same')];
  await Promise.all([one.until(1), other.until(1)]);
  await one.listener.close();
  await tell('same', 'hello');
  expect(await other.until(2)).toEqual(['gap', 'hello']);
  expect(one.heard).toEqual(['gap']);
});

test('a broken connection is restored for all, who learn of the gap', async () => {
  const [first, second] = [ear('first'), ear('second')];
  await Promise.all([first.until(1), second.until(1)]);
  await owner.query(`select pg_terminate_backend(pid) ${LINES}`);
  expect(await first.until(2)).toEqual(['gap', 'gap']);
  expect(await second.until(2)).toEqual(['gap', 'gap']);
  await tell('second', 'again');
  expect(await second.until(3)).toEqual(['gap', 'gap', 'again']);
});

test('the last to go closes it, and the next begins anew', async () => {
  const first = ear('first');
  await first.until(1);
  await first.listener.close();
  const next = ear('first');
  await next.until(1);
  await tell('first', 'still here');
  expect(await next.until(2)).toEqual(['gap', 'still here']);
  expect(first.heard).toEqual(['gap']);
});

test('a connection is asked for one thing at a time: pg queues no more for itself from version 9 on', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on('warning', note);
  await ear('open').until(1);
  const more = ['one', 'two', 'three'].map((channel) => ear(channel));
  await Promise.all(more.map((each) => each.until(1)));
  await setImmediate();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('an address where nobody answers is tried, and can be left', async () => {
  const nowhere = listen('postgres://nobody@127.0.0.1:1/none', 'first', { onMessage() {}, onGap() {} });
  await nowhere.tried;
  await expect(nowhere.close()).resolves.toBeUndefined();
});
