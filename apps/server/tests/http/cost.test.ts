import { afterAll, beforeAll, expect, test } from 'vitest';
import { fewOr, sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { type Operation, operationsOf } from '../abuse/api-document.ts';
import { type Ground, openGround } from '../abuse/ground.ts';
import { lengthTaken, type Measured, openMeasured } from '../abuse/measured.ts';
import { type NastyCall, nastyBodies, nastyForms, nastyHeads, pathOf } from '../abuse/nasty-calls.ts';

// Calls every operation of the API with a sample of nasty inputs and measures the CPU time: none blocks the process for
// long. `npm run test:abuse` runs every operation with every input.

/** Number of operations called in `npm test`. */
const OPERATIONS_TRIED = 100;
/** Requests of each kind per operation. */
const HEADS = 2;
const FORMS = 1;

let ground: Ground;
let measured: Measured;
beforeAll(async () => {
  ground = await openGround();
  measured = await openMeasured(ground);
}, 120_000);
afterAll(async () => {
  await measured.stop();
  await ground.close();
});

/** `count` entries of a list, starting at position `from * count` and wrapping around. */
function some<T>(all: readonly T[], count: number, from: number): T[] {
  return Array.from({ length: Math.min(count, all.length) }, (_, n) => all[(from * count + n) % all.length] as T);
}

async function nastyBody(operation: Operation, nth: number): Promise<NastyCall[]> {
  if (operation.method === 'GET') return [];
  const path = pathOf(operation, ground.known);
  return some(nastyBodies(path, await lengthTaken(measured, operation, path)), 1, nth);
}

test('no call holds the process, whatever is in its head, its form, or in place of it', async () => {
  const slow: string[] = [];
  const operations = operationsOf();
  for (const [nth, operation] of sampleOf([...operations.entries()], OPERATIONS_TRIED)) {
    const calls = [
      ...some(nastyHeads(operation, ground.known), HEADS, nth),
      ...some(nastyForms(operation, ground.known), FORMS, nth),
      ...(await nastyBody(operation, nth)),
    ];
    slow.push(...(await measured.slow(operation, calls)));
  }
  expect(operations.length).toBeGreaterThan(250);
  expect(slow).toEqual([]);
  const taken = [...measured.statuses].filter(([status]) => status < 400 || status === 409 || status === 422);
  expect(taken.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(fewOr(50, 150));
}, 600_000);
