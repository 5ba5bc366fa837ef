import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaveOutUnusedComponents } from './unused-components.ts';

const LIBRARY = join(import.meta.dirname, '../../../node_modules/react-router/dist/production/lib');
const transform = leaveOutUnusedComponents().transform as (code: string, id: string) => { code: string } | null;

test.each(['dom/lib.js', 'dom/ssr/components.js', 'context.js'])('nothing in %s is kept for its name alone', (file) => {
  const path = join(LIBRARY, file);
  const code = transform(readFileSync(path, 'utf8'), path)?.code ?? '';
  const created = code.match(/^const \w+ = .*\.(?:forwardRef|memo|createContext)\(/gm) ?? [];
  expect(created).not.toHaveLength(0);
  expect(created.filter((line) => !line.includes('/* @__PURE__ */'))).toEqual([]);
  expect(code).not.toMatch(/^\w+\.displayName/m);
});

test('only React Router is changed', () => {
  expect(transform('const A = React.memo(B);', '/app/node_modules/other/index.js')).toBeNull();
});
