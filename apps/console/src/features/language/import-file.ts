import { languages } from './language.ts';

declare global {
  /** The build replaces each `import()` of a file of the console by a call of this function. */
  var importConsoleFile: (path: string, from: string) => Promise<object>;
}

/** Imports a file of the console together with its texts. */
export function importFile(path: string, from: string): Promise<object> {
  const url = new URL(path, from);
  const part = url.pathname.slice(import.meta.env.BASE_URL.length);
  return Promise.all([import(/* @vite-ignore */ url.href), languages.add(part)]).then(([file]) => file);
}

globalThis.importConsoleFile = importFile;
