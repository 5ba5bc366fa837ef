import { languages } from './language.ts';

declare global {
  /** The build replaces each `import()` of a file of the console by a call of this function. */
  var importConsoleFile: (path: string, from: string) => Promise<object>;
}

globalThis.importConsoleFile = importFile;

/** Imports a file of the console together with its texts. */
function importFile(path: string, from: string): Promise<object> {
  const url = new URL(path, from);
  const part = url.pathname.slice('/console/'.length);
  return Promise.all([import(/* @vite-ignore */ url.href), languages.add(part)]).then(([file]) => file);
}
