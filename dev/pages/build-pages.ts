import { join, resolve } from 'node:path';
import { StartFailure } from '../failure.ts';
import { buildConsole } from './console-app.ts';
import { buildMemberApp } from './member-app.ts';
import { putPages } from './put-pages.ts';

// npm run build -- pages FOLDER: both apps as files, in FOLDER/member and FOLDER/console, for servers and a CDN.

const [folder, ...more] = process.argv.slice(2);
if (folder === undefined || more.length > 0) {
  process.stderr.write('Usage: npm run build -- pages FOLDER\n');
  process.exit(2);
}
try {
  const built = { member: await buildMemberApp(), console: await buildConsole() };
  for (const [name, from] of Object.entries(built)) {
    const to = join(resolve(folder), name);
    await putPages(from, to);
    process.stdout.write(`${to}\n`);
  }
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
