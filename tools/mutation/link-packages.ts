import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

// node link-packages.ts ROOT: links the packages of ROOT into the repository copy in the working directory. Workspace
// packages are linked to the copy instead, because tests would otherwise load ROOT's code without the mutant.

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
