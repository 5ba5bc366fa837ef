import { readdirSync, readFileSync } from 'node:fs';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';

const folder = new URL('.', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const english = read('en.json');

interface Tree {
  [key: string]: string | Tree;
}

function read(file: string): Tree {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Tree;
}

function keysOf(tree: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`),
  );
}

describe.each(files)('%s', (file) => {
  const messages = read(file);

  it('has every message and no other', () => {
    expect(keysOf(messages).sort()).toEqual(keysOf(english).sort());
  });

  it('is well-formed ICU throughout', () => {
    const faults: string[] = [];
    const t = createTranslator({
      locale: file.replace('.json', ''),
      messages,
      onError: (error) => {
        if (error.code === 'INVALID_MESSAGE') faults.push(error.message);
      },
    });
    for (const key of keysOf(messages)) t(key as never);
    expect(faults).toEqual([]);
  });
});
