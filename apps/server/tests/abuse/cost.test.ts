import { afterAll, beforeAll, expect, test } from 'vitest';
import { NASTY } from '../kit/nasty.ts';
import { type Operation, operationsOf, resolved, type Schema } from './api-document.ts';
import { type Ground, openGround } from './ground.ts';
import { lengthTaken, type Measured, openMeasured } from './measured.ts';
import { largest, type NastyCall, nastyBodies, nastyForms, nastyHeads, pathOf } from './nasty-calls.ts';

// Calls every operation of the API with the longest nasty inputs and measures the CPU time. No single call may block
// the process for long. `tests/http/cost.test.ts` runs a sample with every change.

let ground: Ground;
let measured: Measured;
beforeAll(async () => {
  ground = await openGround();
  measured = await openMeasured(ground);
  // Warm up: compiling and first reads must not count as the first call's cost.
  for (const operation of operationsOf()) {
    await measured.statusOf(operation, { path: pathOf(operation, ground.known), headers: {}, what: 'warm' });
  }
}, 600_000);
afterAll(async () => {
  await measured.stop();
  await ground.close();
});

const OPERATIONS = operationsOf();

/** Operations whose bodies may contain long texts, which the text rules examine. */
const TEXT_FORMS = OPERATIONS.filter(({ body }) => /"maxLength":(?:[2-9]\d{3}|\d{5,})/.test(textsOf(body)));

function textsOf(body: Operation['body']): string {
  return JSON.stringify(body?.['application/json']?.schema ?? {}, (_, value) =>
    value && typeof value === 'object' && '$ref' in value ? resolved(value as Schema) : value,
  );
}

async function slowOf(of: (operation: Operation) => Promise<string[]>, all = OPERATIONS): Promise<string[]> {
  const found: string[] = [];
  for (const operation of all) found.push(...(await of(operation)));
  return found;
}

test('no head of a request holds the process, whatever is in it', async () => {
  expect(OPERATIONS.length).toBeGreaterThan(250);
  expect(await slowOf((operation) => measured.slow(operation, nastyHeads(operation, ground.known)))).toEqual([]);
}, 3_600_000);

test('no body does that is no form, as long as the call takes it', async () => {
  const writes = OPERATIONS.filter(({ method }) => method !== 'GET');
  const slow = await slowOf(async (operation) => {
    const path = pathOf(operation, ground.known);
    return measured.slow(operation, nastyBodies(path, await lengthTaken(measured, operation, path)));
  }, writes);
  expect(slow).toEqual([]);
}, 3_600_000);

test('no form does, with every text as long as it may be', async () => {
  expect(await slowOf((operation) => measured.slow(operation, nastyForms(operation, ground.known)))).toEqual([]);
  process.stderr.write(`${JSON.stringify(Object.fromEntries([...measured.statuses].sort()))}\n`);
  // Calls that were rejected early have tested nothing.
  const taken = [...measured.statuses].filter(([status]) => status < 400 || status === 409 || status === 422);
  expect(taken.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(1_000);
}, 3_600_000);

/**
 * Largest permitted ratio of times when the text is four times as long. Linear code takes at most four times as long.
 */
const GROWTH_MAX = 6;
const NOISE_MS = 40;
const TIMES = 3;

test('what a form costs grows with the length of its texts, and with nothing else', async () => {
  expect(TEXT_FORMS.length).toBeGreaterThan(8);
  const found: string[] = [];
  let compared = 0;
  for (const operation of TEXT_FORMS) {
    const schema = operation.body?.['application/json']?.schema ?? {};
    const path = pathOf(operation, ground.known);
    for (const [what, make] of Object.entries(NASTY)) {
      const callOf = (share: number): NastyCall => {
        const body = JSON.stringify(largest(schema, (length) => make(Math.floor(length / share)), ground.known));
        return { path, headers: { 'content-type': 'application/json' }, body, what };
      };
      const answerOf = (share: number) => measured.answerOf(operation, callOf(share));
      const costOf = (share: number): Promise<number> =>
        measured.api.spent(async () => {
          for (let n = 0; n < TIMES; n++) await measured.statusOf(operation, callOf(share));
        });
      // A rule such as the one for card numbers may refuse the short text and accept the long one.
      if ((await answerOf(4)) !== (await answerOf(1))) continue;
      compared += 1;
      let text = '';
      for (let n = 0; n < 3; n++) {
        const [quarter, whole] = [await costOf(4), await costOf(1)];
        text = whole > GROWTH_MAX * quarter + NOISE_MS ? `${quarter} ms of a quarter, ${whole} ms of the whole` : '';
        if (text === '') break;
      }
      if (text !== '') found.push(`${operation.method} ${operation.path}: ${what}: ${text}`);
    }
  }
  expect(compared).toBeGreaterThan((TEXT_FORMS.length * Object.keys(NASTY).length) / 2);
  expect(found).toEqual([]);
}, 3_600_000);
