import { spawn } from 'node:child_process';

// The members' journeys in other languages: `npm run test:languages`, or `-- ar` for one. A suite of its own, for it
// takes as long as all journeys in English, once for each way.

/** Arabic asks for directions, numbers and dates alone, so that what fails there is no matter of words. */
const WAYS = new Map<string, Record<string, string>>([
  ['ar', { TERCET_TEST_LOCALE: 'ar', TERCET_TEST_WORDS: 'english' }],
  ['mn', { TERCET_TEST_LOCALE: 'mn' }],
]);
/** As on a machine of two cores: each worker has a club of its own. */
const WORKERS = 2;

/** Journeys that say nothing in another language, by their titles, and why. */
const ENGLISH_ALONE: readonly (readonly [title: string, why: string])[] = [
  ['it asks in the language that was chosen', 'it chooses a language itself'],
  ['speaks the language that was chosen', 'it chooses a language itself'],
];
/** Those of which other words than a page's own cannot be put in place. */
const OWN_WORDS_ALONE: readonly (readonly [title: string, why: string])[] = [
  ['opened from the disk', 'the page carries its words itself'],
  ['asks a club where it is told one', 'the page carries its words itself'],
  ['a visitor reads cities and guide', 'English that is read from right to left reaches beyond its place'],
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !WAYS.has(name));
if (unknown.length > 0) {
  console.error(`There are no journeys in ${unknown.join(', ')}, only in ${[...WAYS.keys()].join(' and ')}.`);
  process.exit(2);
}

const failed: string[] = [];
for (const [name, settings] of WAYS) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\nThe journeys in ${name}:`);
  if (!(await pass(settings))) failed.push(name);
}
console.log(
  failed.length === 0 ? '\nAll of them pass.' : `\nSome journeys fail in ${failed.join(' and ')}: see above.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** The runner's own list says what passed and what failed, with both counts at its end. */
function pass(settings: Record<string, string>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const left = [...ENGLISH_ALONE, ...(settings.TERCET_TEST_WORDS === undefined ? [] : OWN_WORDS_ALONE)];
    for (const [title, why] of left) console.log(`not asked: ${title} (${why})`);
    const without = ['--grep-invert', left.map(([title]) => title).join('|')];
    const runner = spawn('npx', ['playwright', 'test', '--project', 'member', `--workers=${WORKERS}`, ...without], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...settings },
      stdio: 'inherit',
    });
    runner.on('error', reject);
    runner.on('exit', (code) => resolve(code === 0));
  });
}
