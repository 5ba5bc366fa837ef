/** Answers that attack the verifier program rather than the evidence: redirects, floods, odd bytes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Answer, type Lie, onDraws, onHouse, onPath, type Tamper, withText } from './tamper.ts';

const ALL = /./;
const PIECE = Buffer.alloc(65_536, 0x20);
const BOMB_BYTES = 128 * 1024 * 1024;
const DROP_MS = 200;
const DEPTH = 200_000;

/** Terminal colours, cursor moves, hidden text, right-to-left marks, and invalid UTF-16. */
const HOSTILE_TEXT = '\u001b[31m\u0007\r\u009b2J\u202e\u2066\u200b\ufeff\u{e0041}\u0000\u007f\ud800';

function redirect(to: (address: string) => string): Tamper {
  return onPath(ALL, (_answer, { path }, { trapUrl, url }) => ({
    status: 302,
    headers: { location: to(path === '/' ? url : trapUrl) },
    body: new Uint8Array(0),
  }));
}

async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"a":"');
  for (;;) yield PIECE;
}

async function* dripping(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield Buffer.from(' ');
    await sleep(DROP_MS);
  }
}

async function* never(): AsyncGenerator<Uint8Array> {
  await new Promise(() => {});
  yield PIECE;
}

function bomb(answer: Answer): Answer {
  // Built on demand. Compression shrinks the blanks to a thousandth.
  const body = gzipSync(Buffer.alloc(BOMB_BYTES, 0x20));
  return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body };
}

function sending(make: () => AsyncIterable<Uint8Array>): Tamper {
  return onPath(ALL, (answer) => ({ ...answer, body: make() }));
}

/** Both a club and a witness tell these lies. */
const BOTH: readonly (Omit<Lie, 'club' | 'witness'> & { tamper: Tamper })[] = [
  {
    name: 'redirects-to-loopback',
    kind: 'swaps',
    does: 'sends the reader on to an address of the reader’s own machine',
    tamper: redirect((trap) => `${trap}/redirected`),
  },
  {
    name: 'redirects-to-metadata',
    kind: 'swaps',
    does: 'sends the reader on to the address where clouds keep their machines’ secrets',
    tamper: redirect(() => 'http://169.254.169.254/latest/meta-data/'),
  },
  { name: 'sends-without-end', kind: 'delays', does: 'sends an answer that never ends', tamper: sending(endless) },
  { name: 'drips', kind: 'delays', does: 'sends a byte now and then', tamper: sending(dripping) },
  { name: 'never-answers', kind: 'delays', does: 'begins an answer and sends nothing', tamper: sending(never) },
  {
    name: 'compresses-a-flood',
    kind: 'delays',
    does: 'sends a hundred kilobytes that unpack to a hundred megabytes',
    tamper: onPath(ALL, bomb),
  },
  {
    name: 'sends-no-json',
    kind: 'swaps',
    does: 'answers with a page for people',
    tamper: onPath(ALL, (answer) => withText(answer, '<!doctype html><title>hello</title>')),
  },
  {
    name: 'sends-deep-json',
    kind: 'swaps',
    does: 'answers with lists in lists without end',
    tamper: onPath(ALL, (answer) => withText(answer, '['.repeat(DEPTH) + ']'.repeat(DEPTH))),
  },
  {
    name: 'fails',
    kind: 'omits',
    does: 'answers that it has a fault',
    tamper: onPath(ALL, () => ({ status: 500, headers: {}, body: Buffer.from(HOSTILE_TEXT) })),
  },
];

const OF_CLUB: readonly Lie[] = [
  {
    name: 'names-another-type',
    kind: 'swaps',
    does: 'says of each answer that it is a picture',
    club: onPath(ALL, (answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'image/png' } })),
  },
  {
    name: 'sends-control-characters',
    kind: 'invents',
    does: 'puts characters into the draw that steer a terminal',
    club: onDraws((draw) => ({
      ...draw,
      seed: `${draw.seed}${HOSTILE_TEXT}`,
      chain: { ...draw.chain, publicKey: HOSTILE_TEXT },
      book: draw.book && { ...draw.book, logKey: `${HOSTILE_TEXT}+${draw.book.logKey}` },
    })),
  },
  {
    name: 'names-itself-in-control-characters',
    kind: 'invents',
    does: 'puts such characters into the names and addresses that it gives of itself',
    club: onHouse(({ book, ...house }) => ({
      ...house,
      book: { origin: HOSTILE_TEXT, logKey: HOSTILE_TEXT, witnesses: [{ vkey: HOSTILE_TEXT, url: HOSTILE_TEXT }] },
    })),
  },
  {
    name: 'names-no-witnesses',
    kind: 'omits',
    does: 'names no witnesses of its book',
    club: onHouse(({ book, ...house }) => ({ ...house, book: { ...book, witnesses: [] } })),
  },
  {
    name: 'names-local-witnesses',
    kind: 'invents',
    does: 'names addresses of the reader’s own machine and network as those of its witnesses',
    club: onHouse(({ book, ...house }, { tools: { trapUrl } }) => {
      const places = [trapUrl, trapUrl.replace('127.0.0.1', '2130706433'), 'http://169.254.169.254', 'http://[::1]:9'];
      const witnesses = book.witnesses.map(({ vkey }, index) => ({ vkey, url: places[index % places.length] ?? '' }));
      return { ...house, book: { ...book, witnesses } };
    }),
  },
];

export const ON_THE_WIRE: readonly Lie[] = [
  ...BOTH.map(({ tamper, ...lie }) => ({ ...lie, club: tamper })),
  ...OF_CLUB,
];

export const ON_THE_WIRE_OF_WITNESSES: readonly Lie[] = BOTH.map(({ tamper, name, ...lie }) => ({
  ...lie,
  name: `witness-${name}`,
  witness: tamper,
}));
