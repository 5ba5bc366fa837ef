import { spawn } from 'node:child_process';

// The journeys in other languages: `npm test -- languages`. Run this file with `ar` for one of them. A suite of its
// own, for it takes as long as all journeys in English, once for each language.

/** The console speaks Mongolian beside English. */
const WAYS = new Map<string, { locale: string; projects: readonly string[] }>([
  ['ar', { locale: 'ar', projects: ['member'] }],
  ['mn', { locale: 'mn', projects: ['member', 'staff'] }],
]);
/** As on a machine of two cores: each worker has a club of its own. */
const WORKERS = 2;

/** Journeys that say nothing in another language, by their titles, and why. */
const ENGLISH_ALONE: readonly (readonly [title: string, why: string])[] = [
  ['it asks in the language that was chosen', 'it chooses a language itself'],
  ['speaks the language that was chosen', 'it chooses a language itself'],
  ['odds of every bet stand on one line', 'it chooses a language itself'],
  ['from Home to the check of a draw', 'it chooses a language itself'],
  ['the console speaks Mongolian, and remembers it', 'it chooses a language itself'],
  ['opened from the disk', 'the page carries its words itself'],
  ['asks a club where it is told one', 'the page carries its words itself'],
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !WAYS.has(name));
if (unknown.length > 0) {
  console.error(`There are no journeys in ${unknown.join(', ')}, only in ${[...WAYS.keys()].join(' and ')}.`);
  process.exit(2);
}

const failed: string[] = [];
for (const [name, way] of WAYS) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\nThe journeys in ${name}:`);
  if (!(await pass(way))) failed.push(name);
}
console.log(
  failed.length === 0 ? '\nAll of them pass.' : `\nSome journeys fail in ${failed.join(' and ')}: see above.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** The runner's own list says what passed and what failed, with both counts at its end. */
function pass({ locale, projects }: { locale: string; projects: readonly string[] }): Promise<boolean> {
  return new Promise((resolve, reject) => {
    for (const [title, why] of ENGLISH_ALONE) console.log(`not asked: ${title} (${why})`);
    const without = ['--grep-invert', ENGLISH_ALONE.map(([title]) => title).join('|')];
    const which = projects.map((project) => `--project=${project}`);
    const runner = spawn('npx', ['playwright', 'test', ...which, `--workers=${WORKERS}`, ...without], {
      cwd: import.meta.dirname,
      env: { ...process.env, TERCET_TEST_LOCALE: locale },
      stdio: 'inherit',
    });
    runner.on('error', reject);
    runner.on('exit', (code) => resolve(code === 0));
  });
}
