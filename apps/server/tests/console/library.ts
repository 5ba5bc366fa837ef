import { join } from 'node:path';
import { diskStore } from '../../src/adapters/storage/disk.ts';
import type { FilmStore } from '../../src/video/film-store.ts';
import { call } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import { type Answer, answerOf, openConsole, type TestConsole } from './console.ts';

/** A console with a film library, and calls like those of its pages. */
export interface TestLibrary extends TestConsole {
  /** The server's store. */
  store: FilmStore;
  /** Calls as content staff unless `who` is given. */
  send(method: string, path: string, body?: unknown, who?: { cookie: string }): Promise<Answer>;
  sendBytes(path: string, bytes: Uint8Array, more?: { type?: string; who?: { cookie: string } }): Promise<Answer>;
  makeClass(change?: Record<string, unknown>): Promise<string>;
  makeTitle(change?: Record<string, unknown>): Promise<string>;
}

let classes = 0;

export async function openLibrary(): Promise<TestLibrary> {
  const at = await openConsole();
  const { content } = at.staff;
  const send: TestLibrary['send'] = async (method, path, body, who = content) =>
    answerOf(await call(at.server, `/api/console/${path}`, { method, body, cookie: who.cookie }));
  const idOf = ({ status, body }: Answer): string => {
    if (status !== 201) throw new Error(`not made: ${status} ${JSON.stringify(body)}`);
    return String(body.id);
  };
  const makeClass: TestLibrary['makeClass'] = async (change = {}) => {
    classes += 1;
    const plan = { slug: `class-${classes}`, texts: { en: { name: 'Nature' } }, position: classes, hidden: false };
    return idOf(await send('POST', 'video-classes', { ...plan, ...change }));
  };
  return {
    ...at,
    store: diskStore(join(at.server.keysDir, '..', 'films')),
    send,
    makeClass,
    async sendBytes(path, bytes, { type = 'application/octet-stream', who = content } = {}) {
      const answer = await fetch(`${at.server.address}/api/console/${path}`, {
        method: 'PUT',
        headers: {
          origin: at.server.address,
          cookie: who.cookie,
          'content-type': type,
          ...callerHeader('/api/console', who.cookie),
        },
        body: Buffer.from(bytes),
      });
      return answerOf(answer);
    },
    makeTitle: async (change = {}) =>
      idOf(await send('POST', 'videos', { ...titleBody(await makeClass()), ...change })),
  };
}

export function titleBody(classId: string) {
  return {
    classId,
    texts: { en: { name: 'Tides', description: 'The sea, slowly.' } },
    age: 0,
    access: { kind: 'house' },
    startMs: null,
    recommended: false,
  };
}
