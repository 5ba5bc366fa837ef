import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** A rule that the page breaks. `nodes`: the elements in HTML. */
export interface Violation {
  id: string;
  nodes: string[];
}

/** Rules by tag or by id. */
export interface Rules {
  type: 'tag' | 'rule';
  values: string[];
}

/** `npm test` examines one in so many screens by all rules of accessibility, chosen by the seed of the run. */
const ONE_IN = 5;
const { TERCET_TEST_SEED: SEED, TERCET_TESTS, TERCET_LOOKS } = process.env;
const IS_SAMPLE = SEED !== undefined && TERCET_TESTS !== 'all' && TERCET_LOOKS !== 'every';

/** The minified source: half as much to compile as the source that the package exports. */
const SOURCE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Whether the run examines a screen. True for all screens where a journey is named, and in `npm run test:long`. */
export function isExamined(name: string): boolean {
  if (!IS_SAMPLE) return true;
  return createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32BE() % ONE_IN === 0;
}

/** Runs axe in the page and in frames of its origin. Loads it once for each document. */
export async function violationsIn(page: Page, rules: Rules): Promise<Violation[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(SOURCE);
  }
  return page.evaluate(async (runOnly) => {
    interface Axe {
      run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    }
    const { axe } = globalThis as typeof globalThis & { axe: Axe };
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  }, rules);
}
