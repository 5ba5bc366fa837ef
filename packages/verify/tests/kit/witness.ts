import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cosignature, cosignaturesOf, placeOfOrigin } from '@tercet/fair';
import { type Disk, realDisk } from '../../src/storage/disk.ts';
import { type RunningWitness, startWitness } from '../../src/witness/witness.ts';
import type { ServedBook, TestBook } from './book.ts';

export interface WitnessResponse {
  status: number;
  body: string;
  type: string | null;
}

/** A witness in this process over one book, with a clock that the test controls. */
export class TestWitness {
  readonly folder: string;
  readonly lines: string[] = [];
  seconds = 1_800_000_000;
  disk: Disk = realDisk;
  fromHere = false;
  readonly #book: TestBook;
  readonly #served: ServedBook;
  #running: RunningWitness | null = null;

  constructor(book: TestBook, served: ServedBook) {
    this.#book = book;
    this.#served = served;
    this.folder = mkdtempSync(join(tmpdir(), 'tercet-witness-test-'));
    chmodSync(this.folder, 0o700);
  }

  async start(): Promise<this> {
    const log = { origin: this.#book.origin, keys: [this.#book.key.vkey], bookUrl: this.#served.url };
    this.#running = await startWitness(
      {
        name: 'witness.example/w1',
        data: this.folder,
        logs: [log],
        port: 0,
        host: '127.0.0.1',
        fromHere: this.fromHere,
      },
      { now: () => this.seconds * 1000, disk: this.disk, say: (line) => this.lines.push(line) },
    );
    return this;
  }

  async stop(): Promise<void> {
    await this.#running?.close();
    this.#running = null;
  }

  async restart(): Promise<this> {
    await this.stop();
    return this.start();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get vkey(): string {
    return this.#running?.vkey ?? '';
  }

  get url(): string {
    return this.#running?.url ?? '';
  }

  add(body: string | Uint8Array): Promise<WitnessResponse> {
    return ask(`${this.url}/add-checkpoint`, { method: 'POST', body });
  }

  /** One of the witness's pages about this book, such as `checkpoint`. */
  page(what: string): Promise<WitnessResponse> {
    return ask(`${this.url}/${placeOfOrigin(this.#book.origin)}/${what}`);
  }

  async json(what: string) {
    return JSON.parse((await this.page(what)).body);
  }

  /** The witness's valid cosignatures under a note with the response's lines appended. */
  cosignatures(note: string, answer: WitnessResponse): Cosignature[] {
    return cosignaturesOf(note + answer.body, [this.vkey]);
  }
}

export async function ask(url: string, init?: RequestInit): Promise<WitnessResponse> {
  const response = await fetch(url, init);
  return { status: response.status, body: await response.text(), type: response.headers.get('content-type') };
}
