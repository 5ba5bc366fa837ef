import { spawn } from 'node:child_process';

// The journeys in other languages: `npm test -- languages`. Run this file with `ar` for Arabic alone. It is not part of
// `npm test`, because each language takes as long as all journeys in English.

/** The console is translated into Mongolian only. */
const WAYS = new Map<string, { locale: string; projects: readonly string[] }>([
  ['ar', { locale: 'ar', projects: ['member'] }],
  ['mn', { locale: 'mn', projects: ['member', 'staff'] }],
]);
/** For a machine of two cores: each worker has its own club. */
const WORKERS = 2;

/** Journeys left out in another language, by title, with the reason. */
const ENGLISH_ALONE: readonly (readonly [title: string, why: string])[] = [
  ['it requests in the chosen language', 'it chooses a language itself'],
  ['uses the chosen language, also without a connection', 'it chooses a language itself'],
  ['odds of every bet fit on one line', 'it chooses a language itself'],
  ['from Home to the check of a draw', 'it chooses a language itself'],
  ['the console speaks Mongolian, and remembers it', 'it chooses a language itself'],
  ['opened from the disk', 'the page carries its words itself'],
  ['queries a club if its address is given', 'the page carries its words itself'],
];

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !WAYS.has(name));
if (unknown.length > 0) {
  console.error(`There are no journeys in ${unknown.join(', ')}, only in ${[...WAYS.keys()].join(' and ')}.`);
  process.exit(2);
}

const failed: string[] = [];
for (const [name, way] of WAYS) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  console.log(`\nThe journeys in ${name}:`);
  if (!(await pass(way))) failed.push(name);
}
console.log(
  failed.length === 0 ? '\nAll of them pass.' : `\nSome journeys fail in ${failed.join(' and ')}: see above.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Shows the runner's own list and counts. */
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
