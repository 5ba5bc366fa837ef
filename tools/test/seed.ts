import { randomInt } from 'node:crypto';

const SEED_MAX = 2 ** 31 - 1;

/**
 * The run's seed: `TERCET_TEST_SEED` or a new one, which is printed. Sets the environment variable for child processes.
 */
export function seedOfRun(): number {
  if (process.env.TERCET_TEST_SEED === undefined) {
    process.env.TERCET_TEST_SEED = String(randomInt(1, SEED_MAX));
    console.log(`TERCET_TEST_SEED=${process.env.TERCET_TEST_SEED} repeats the random inputs of this run`);
  }
  const seed = Number(process.env.TERCET_TEST_SEED);
  if (!Number.isSafeInteger(seed) || seed < 1 || seed > SEED_MAX)
    throw new Error(`TERCET_TEST_SEED is "${process.env.TERCET_TEST_SEED}": give a whole number from 1 to ${SEED_MAX}`);
  return seed;
}
