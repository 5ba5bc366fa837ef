import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../plan.ts';

/** A part of a page under one heading, with its commands. */
export interface Section {
  title: string;
  /** The text of all its `sh` blocks. Empty if it has none. */
  commands: string;
}

/** The sections of a page, in order. Each begins with a heading of level two. */
export function sectionsOf(path: string): Section[] {
  const [, ...parts] = `\n${readFileSync(join(ROOT, path), 'utf8')}`.split('\n## ');
  return parts.map((part) => {
    const title = part.slice(0, part.indexOf('\n'));
    const blocks = [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
    return { title, commands: blocks.join('') };
  });
}
