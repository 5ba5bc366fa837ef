import { join, relative, resolve } from 'node:path';
import { buildPackages } from './packages/build.ts';

// npm run build -- packages [FOLDER]: builds the packages `@tercet/fair` and `tercet`, ready for `npm publish`.

const ROOT = join(import.meta.dirname, '..');

for (const folder of buildPackages(ROOT, resolve(process.argv[2] ?? join(ROOT, 'dist/packages')))) {
  console.log(relative(process.cwd(), folder));
}
