import { join } from 'node:path';
import { buildApp, builtFolder, ROOT, type WebApp } from './built-app.ts';

export const CONSOLE_APP = join(ROOT, 'apps/console');

const APP: WebApp = {
  name: 'console-app',
  folder: CONSOLE_APP,
  sources: [
    ...['src', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'].map((name) => join(CONSOLE_APP, name)),
    ...['money', 'contract'].map((name) => join(ROOT, 'packages', name, 'src')),
    join(ROOT, 'package-lock.json'),
  ],
};

/** The folder of the built console, built first when its sources have changed. */
export function buildConsole(): Promise<string> {
  return buildApp(APP);
}

/** Where it will be: a server may be told before it is there. */
export function consoleFolder(): string {
  return builtFolder(APP);
}
