import { join } from 'node:path';
import { buildApp, builtFolder, ROOT, type WebApp } from './built-app.ts';
import { writeLicences } from './third-party-licences.ts';

export const CONSOLE_APP = join(ROOT, 'apps/console');

const APP: WebApp = {
  name: 'console-app',
  folder: CONSOLE_APP,
  sources: [
    ...['src', 'build', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'].map((name) =>
      join(CONSOLE_APP, name),
    ),
    ...['money', 'contract'].map((name) => join(ROOT, 'packages', name, 'src')),
    join(ROOT, 'package-lock.json'),
  ],
  more: async (outDir) => writeLicences(ROOT, outDir),
};

/** The built console's folder. Builds the console first if its sources have changed. */
export function buildConsole(): Promise<string> {
  return buildApp(APP);
}

/** The folder where the build will be, for a server that starts before the build ends. */
export function consoleFolder(): string {
  return builtFolder(APP);
}
