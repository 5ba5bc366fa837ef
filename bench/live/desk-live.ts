import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { loadFieldCipher } from '@tercet/server/crypto/field-cipher.ts';
import { rowMacs } from '@tercet/server/crypto/row-macs.ts';
import { newId } from '@tercet/server/db/ids.ts';
import { openDb } from '@tercet/server/db/pool.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import { createStaff } from '@tercet/server/staff/accounts.ts';
import { startStaffSession } from '@tercet/server/staff/sessions.ts';
import pg from 'pg';
import { type BenchClub, type BenchMember, startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';

/** Open event streams that receive none of the messages. */
const BYSTANDERS = 500;
const THREADS = 100;
/** For each conversation and direction; a member may write 30 a minute. */
const WORDS = 3;

/**
 * Time from sending a message until the other side has read it: pushed, then fetched. The floor is the minimum of such
 * a path: an insert with NOTIFY, received on another connection, and one HTTP call.
 */
export async function deskLive(): Promise<void> {
  const club = await startBenchClub({ members: BYSTANDERS + THREADS, lotteries: [] });
  const streams: Stream[] = [];
  const bare = await openFloor(club);
  try {
    const at = `http://127.0.0.1:${await club.serve()}`;
    const staff = await staffCookie(club);
    const open = async (path: string, cookie: string, from: 'member' | 'house') => {
      const stream = await openStream(`${at}${path}`, cookie, from);
      streams.push(stream);
      return stream;
    };
    for (const member of club.members.slice(THREADS)) await open('/api/stream', cookieOf(member), 'house');
    const heard = await open('/api/console/stream', staff, 'member');
    const floor: number[] = [];
    const toStaff: number[] = [];
    const toMember: number[] = [];
    for (const member of club.members.slice(0, THREADS)) {
      const own = await open('/api/stream', cookieOf(member), 'house');
      const id = await begin(at, member);
      await heard.next(id);
      for (let n = 0; n < WORDS; n += 1) {
        floor.push(await bare.once(at));
        const mine = `${at}/api/me/desk/threads/${id}`;
        const theirs = `${at}/api/console/members/${member.id}/desk/${id}`;
        toStaff.push(await cross({ post: `${mine}/words`, by: cookieOf(member), heard, id, get: theirs, as: staff }));
        toMember.push(
          await cross({ post: `${theirs}/answer`, by: staff, heard: own, id, get: mine, as: cookieOf(member) }),
        );
      }
    }
    report('desk-live to the staff p50', percentile(toStaff, 0.5), 'ms', percentile(floor, 0.5));
    report('desk-live to the member p50', percentile(toMember, 0.5), 'ms', percentile(floor, 0.5));
    const all = [...toStaff, ...toMember];
    report('desk-live p99', percentile(all, 0.99), 'ms', percentile(floor, 0.99));
    report('desk-live slowest, 500 at most', Math.max(...all), 'ms');
  } finally {
    for (const { close } of streams) close();
    await bare.close();
    await club.stop();
  }
}

/** The account of each cookie. */
const callers = new Map<string, string>();

function cookieOf({ id, token }: BenchMember): string {
  const cookie = `tercet=${token}`;
  callers.set(cookie, id);
  return cookie;
}

async function staffCookie(club: BenchClub): Promise<string> {
  const db = openDb(club.owner);
  const macs = rowMacs(await loadFieldCipher(club.keysDir), () => {});
  return transaction(db, async (tx) => {
    const plan = { name: 'bench-support', role: 'support', passwordHash: '-', passwordGiven: false } as const;
    const staff = await createStaff(tx, macs, plan, { staff: null, why: null, address: 'bench' });
    if (staff === null) throw new Error('the staff member could not sign in');
    const { token } = await startStaffSession(tx, macs, staff, '127.0.0.1');
    const cookie = `tercet-staff=${token}`;
    callers.set(cookie, staff.id);
    return cookie;
  });
}

async function call(url: string, cookie: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      cookie,
      'tercet-caller': callers.get(cookie) ?? '',
      origin: new URL(url).origin,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

async function begin(at: string, member: BenchMember): Promise<string> {
  const words = { subject: 'question', words: 'Where do I find my receipt?' };
  return String((await call(`${at}/api/me/desk/threads`, cookieOf(member), words)).id);
}

interface Crossing {
  post: string;
  by: string;
  heard: Stream;
  id: string;
  get: string;
  as: string;
}

let crossings = 0;

/** Milliseconds from the writing call until the other side has read the message. */
async function cross({ post, by, heard, id, get, as }: Crossing): Promise<number> {
  // Without an id: seven digits in a row could be an account number, which staff cannot send.
  const words = `It stands beside the bet (said ${++crossings} times).`;
  const beganMs = performance.now();
  const sent = call(post, by, { words });
  // Events follow only after storage. After a refusal the wait would never end.
  sent.catch((error: unknown) => heard.fail(error));
  await heard.next(id);
  const { said: text } = (await call(get, as)) as { said: { words: string }[] };
  const ms = performance.now() - beganMs;
  if (text.at(-1)?.words !== words) throw new Error('the announced message is missing');
  await sent;
  return ms;
}

interface Stream {
  /** The next event that a conversation has messages. */
  next(threadId: string): Promise<void>;
  /** Rejects everyone who waits. */
  fail(reason: unknown): void;
  close(): void;
}

/** Each side also receives its own messages, for its other devices. Only those of the other side count. */
function openStream(url: string, cookie: string, from: 'member' | 'house'): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const waiting: { threadId: string; heard(): void; failed(reason: unknown): void }[] = [];
    const unheard: string[] = [];
    const requested = request(url, { headers: { cookie, accept: 'text/event-stream' }, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) hear(event);
      });
      answer.on('error', () => {});
      resolve({
        next(threadId) {
          const index = unheard.indexOf(threadId);
          if (index >= 0) {
            unheard.splice(index, 1);
            return Promise.resolve();
          }
          return new Promise((heard, failed) => waiting.push({ threadId, heard, failed }));
        },
        fail(reason) {
          for (const { failed } of waiting.splice(0)) failed(reason);
        },
        close: () => requested.destroy(),
      });
    });
    requested.on('error', reject).end();

    function hear(event: string): void {
      if (!event.includes('event: desk')) return;
      const data = JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}') as Record<string, string>;
      if (data.what !== 'entry' || data.by !== from || data.threadId === undefined) return;
      const index = waiting.findIndex(({ threadId }) => threadId === data.threadId);
      if (index >= 0) waiting.splice(index, 1)[0]?.heard();
      else unheard.push(data.threadId);
    }
  });
}

/** The minimum cost of a live message. */
async function openFloor(club: BenchClub) {
  const [writer, listener] = [new pg.Client(club.ownerUrl), new pg.Client(club.ownerUrl)];
  await Promise.all([writer.connect(), listener.connect()]);
  await writer.query('create table public.bench_message (id uuid primary key, words text)');
  await listener.query('listen bench');
  return {
    async once(at: string): Promise<number> {
      const beganMs = performance.now();
      const reported = new Promise((resolve) => listener.once('notification', resolve));
      await writer.query(
        `with written as (insert into public.bench_message values ($1, 'words') returning id)
         select pg_notify('bench', id::text) from written`,
        [newId()],
      );
      await reported;
      await (await fetch(`${at}/api/health`)).text();
      return performance.now() - beganMs;
    },
    close: () => Promise.all([writer.end(), listener.end()]),
  };
}
