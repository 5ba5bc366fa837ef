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
    const runner = spawn('npx', ['playwright', 'test', '--project', 'member', `--workers=${WORKERS}`], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...settings },
      stdio: 'inherit',
    });
    runner.on('error', reject);
    runner.on('exit', (code) => resolve(code === 0));
  });
}
