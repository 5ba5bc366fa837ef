/** A club with one draw, its witnesses and a beacon relay, all on one local port. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DrawProof, placeOfOrigin, QUICKNET, type SlipProof } from '@tercet/fair';
import { LOG, ORIGIN, type Signer, WITNESSES } from '../../../fair/tests/book-kit.ts';
import { type Story, witnessedStory } from '../../../fair/tests/stories.ts';

export class TestClub {
  readonly story: ReturnType<typeof witnessedStory>;
  /** The club's response, which tests may change. */
  draw: DrawProof;
  slips: Uint8Array | null;
  house: unknown;
  /** Responses of the relays `/relay/0`, `/relay/1`, …: a status, or a signature. */
  relays: (number | string)[] = [];
  /** Indexes of witnesses that do not answer. */
  silent = new Set<number>();
  /** Replaces the default handler where a test sets it. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null;
  /** Requested paths. */
  asked: string[] = [];
  readonly #server: Server;

  constructor(story: Story = {}) {
    this.story = witnessedStory(story);
    this.draw = this.story.slip.draw;
    this.slips = Buffer.concat(this.story.leaves);
    this.#server = createServer((request, response) => {
      this.asked.push(request.url ?? '');
      if (this.instead?.(request, response)) return;
      const answer = this.#answer(new URL(request.url ?? '/', 'http://club'));
      if (typeof answer === 'number') response.writeHead(answer).end();
      else response.end(answer);
    });
  }

  static async start(story: Story = {}): Promise<TestClub> {
    const club = new TestClub(story);
    await new Promise<void>((resolve) => club.#server.listen(0, '127.0.0.1', resolve));
    club.house = { book: { origin: ORIGIN, logKey: LOG.vkey, witnesses: club.namedWitnesses() } };
    return club;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get drawId(): string {
    return this.story.draw.drawId;
  }

  get slip(): SlipProof {
    return { ...this.story.slip, draw: this.draw };
  }

  /** Some minutes after the draw. */
  get nowMs(): number {
    return (this.story.draw.draws + 600) * 1000;
  }

  get witnessKeys(): readonly string[] {
    return this.story.table.witnesses;
  }

  witnessUrl(index: number, host = '127.0.0.1'): string {
    return `http://${host}:${this.port}/witness/${index}`;
  }

  namedWitnesses() {
    return this.witnessKeys.map((vkey, index) => ({ vkey, url: this.witnessUrl(index) }));
  }

  /** Shows the draw as before its round, or as a house that withholds it. */
  withholdDraw(): void {
    const entries = { ...this.draw.entries, draw: null };
    const book = this.draw.book ? { ...this.draw.book, after: null } : null;
    this.draw = { ...this.draw, dice: null, signature: null, seed: null, entries, book };
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #answer({ pathname, searchParams }: URL): string | Uint8Array | number {
    if (pathname === '/api/house') return JSON.stringify(this.house);
    if (pathname === `/api/draws/${this.drawId}`) return JSON.stringify(this.draw);
    if (pathname === '/api/book/entries') return this.#listed(searchParams.get('type') ?? '');
    if (pathname === `/book/slips/${this.drawId}`) return this.slips ?? 404;
    const [, what = '', index = '', ...rest] = pathname.split('/');
    if (what === 'witness') return this.#witness(Number(index), rest.join('/'), searchParams);
    if (what === 'relay') return this.#relay(Number(index), rest.join('/'));
    return 404;
  }

  #listed(type: string): string {
    const { book } = this.story;
    const items = book.bodies
      .map((body, seq) => ({ ...book.entry(seq), body, seq }))
      .filter((one) => one.type === type);
    return JSON.stringify({ items: items.reverse(), nextCursor: null });
  }

  #witness(index: number, path: string, query: URLSearchParams): string | number {
    const witness = WITNESSES[index];
    if (witness === undefined || this.silent.has(index)) return 503;
    const notes = this.#notesOf(witness);
    const place = placeOfOrigin(ORIGIN);
    if (path === `${place}/checkpoint`) return notes.at(-1)?.note ?? 404;
    if (path !== `${place}/cosigned`) return 404;
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
    const checkpoints = notes.filter(({ atSeconds }) => atSeconds >= from && atSeconds <= to);
    return JSON.stringify({ checkpoints, next: null });
  }

  /** Notes of a checkpoint before the lock, one with the seal and one with the draw. */
  #notesOf(witness: Signer): { note: string; atSeconds: number }[] {
    const { book, draw, from, drawSeq } = this.story;
    const at: [number, number][] = [
      [draw.tLock - 2, from],
      [draw.tLock + 2, drawSeq],
      [draw.draws + 1, book.size],
    ];
    return at.map(([second, size]) => {
      const { note } = book.checkpoint(second, [{ witness, at: second }], size);
      return { note, atSeconds: second };
    });
  }

  #relay(index: number, path: string): string | number {
    const answer = this.relays[index] ?? 404;
    if (path !== `${QUICKNET.hash}/public/${this.story.draw.round}`) return 404;
    return typeof answer === 'number' ? answer : JSON.stringify({ round: this.story.draw.round, signature: answer });
  }
}
