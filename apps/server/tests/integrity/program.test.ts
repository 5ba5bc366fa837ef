import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishedProgram, publishProgram } from '../../src/integrity/published-program.ts';
import type { PartCheck, ProgramCheck } from '../../src/integrity/self-check.ts';
import { openConsole, type TestConsole } from '../console/console.ts';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

const ONE = '1'.repeat(64);
const TWO = '2'.repeat(64);
const check = (server: string | null): ProgramCheck => ({
  atMs: 0,
  parts: [
    { part: 'server', sha256: server, files: 1, changed: false },
    { part: 'packages', sha256: null, files: 0, changed: false },
  ],
});

async function read(): Promise<{ published: { seq: string } | null; parts: (PartCheck & { state: string })[] }> {
  const { status, body } = await at.get('/api/console/program', at.staff.auditor);
  expect(status).toBe(200);
  return body as never;
}

test('the book names each program once, and the newest counts', async () => {
  expect(await publishedProgram(at.club.db)).toBeNull();
  expect(await publishProgram(at.club.jobs, check(null))).toBe(false);
  const written = await Promise.all([1, 2, 3].map(() => publishProgram(at.club.jobs, check(ONE))));
  expect(written.filter(Boolean)).toHaveLength(1);
  expect(await publishProgram(at.club.jobs, check(TWO))).toBe(true);
  const published = await publishedProgram(at.club.db);
  expect([...(published?.hashes ?? [])]).toEqual([['server', TWO]]);
});

test('the console says whether the answering server runs the published program', async () => {
  const other = await read();
  expect(other.parts.find(({ part }) => part === 'server')).toMatchObject({
    state: 'unlike-book',
    publishedSha256: TWO,
  });
  expect(other.parts.find(({ part }) => part === 'packages')).toMatchObject({ state: 'unknown', sha256: null });
  const parts = other.parts.map(({ part, sha256, files }) => ({ part, sha256, files, changed: false }));
  await publishProgram(at.club.jobs, { atMs: 0, parts });
  const same = await read();
  expect(same.parts.find(({ part }) => part === 'server')).toMatchObject({ state: 'same', files: expect.any(Number) });
  expect(BigInt(same.published?.seq ?? -1)).toBeGreaterThan(BigInt(other.published?.seq ?? -1));
});

test('a part that the book names and this server lacks is unlike the book', async () => {
  const parts = [{ part: 'packages', sha256: ONE, files: 1, changed: false } as const];
  await publishProgram(at.club.jobs, { atMs: 0, parts });
  const answer = await read();
  expect(answer.parts.find(({ part }) => part === 'packages')).toMatchObject({ state: 'unlike-book', sha256: null });
  expect(answer.parts.find(({ part }) => part === 'server')).toMatchObject({ state: 'unknown' });
});

test.each([
  '',
  'server',
  `server=${ONE}!`,
  `server=${ONE.toUpperCase().replaceAll('1', 'A')}`,
  `server=${ONE}  pages=${TWO}`,
  `server=${ONE}\npages=${TWO}`,
  Array.from({ length: 9 }, () => `server=${ONE}`).join(' '),
  null,
])('the database refuses %j as hashes of a program', async (text) => {
  const publish = at.club.pools.jobs.query('select book.publish_program($1)', [text]);
  await expect(publish).rejects.toMatchObject({ code: '22023' });
});

test.each(['api', 'draw'] as const)('the role %s publishes no program', async (role) => {
  const publish = at.club.pools[role].query('select book.publish_program($1)', [`server=${ONE}`]);
  await expect(publish).rejects.toMatchObject({ code: '42501' });
});
