import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

// node link-packages.ts ROOT: gives the copy of the repository in the working directory its packages. Those of ROOT are
// linked, but for our own, which are linked to their folders in the copy: otherwise a test would load the code of ROOT,
// without the mutant.

const OWN_SCOPE = '@tercet';

const [root = ''] = process.argv.slice(2);
const modules = join(root, 'node_modules');
mkdirSync(join('node_modules', OWN_SCOPE), { recursive: true });
for (const name of readdirSync(modules)) {
  if (name !== OWN_SCOPE && !/^\.(vite|tercet)/.test(name))
    symlinkSync(join(modules, name), join('node_modules', name));
}
for (const name of readdirSync(join(modules, OWN_SCOPE))) {
  symlinkSync(readlinkSync(join(modules, OWN_SCOPE, name)), join('node_modules', OWN_SCOPE, name));
}
