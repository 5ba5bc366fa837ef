import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { NAMESPACES } from './words.ts';

/**
 * Content security policy: the page may fetch data from a club, witnesses and the beacon, and loads nothing else. Plain
 * HTTP works only on loopback.
 */
const POLICY = [
  "default-src 'none'",
  'connect-src https: http://127.0.0.1:* http://localhost:*',
  'img-src data:',
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
];

/** Inlines script and style into the page, and adds a policy that permits no others. */
function singleFile(): Plugin {
  return {
    name: 'tercet-single-file',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const page = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.html'));
      const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
      const styles = files.flatMap((file) =>
        file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
      );
      if (page?.type !== 'asset' || scripts.length !== 1 || styles.length !== 1 || files.length !== 3) {
        this.error(`expected one page, one script and one style: ${Object.keys(bundle).join(', ')}`);
      }
      page.source = intoOne(String(page.source), inScript(scripts[0] ?? ''), (styles[0] ?? '').trim());
      for (const file of files) if (file !== page) delete bundle[file.fileName];
    },
  };
}

/**
 * Resolves `en.json?words=verifier` to the messages that this page uses, as text that a reader of the page can read.
 */
function wordsOfThePage(): Plugin {
  return {
    name: 'tercet-words-of-the-page',
    enforce: 'pre',
    load: {
      filter: { id: /[\\/]locales[\\/][\w-]+\.json\?words=verifier$/ },
      handler(id) {
        const [file = ''] = id.split('?');
        this.addWatchFile(file);
        const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
        const stated = Object.fromEntries(NAMESPACES.map((name) => [name, words[name]]));
        return { code: `export default ${JSON.stringify(stated)}`, moduleType: 'js' };
      },
    },
  };
}

function intoOne(html: string, script: string, style: string): string {
  const policy = [...POLICY, `script-src '${hashOf(script)}'`, `style-src '${hashOf(style)}'`].join('; ');
  const bare = html.replace(/\s*<(script|link)\b[^>]*\b(src|href)="\.?\/[^>]*>(<\/script>)?/g, '');
  const meta = `\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  return bare
    .replace('<meta charset="utf-8" />', (charset) => charset + meta)
    .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
    .replace('</body>', () => `  <script type="module">${script}</script>\n  </body>`);
}

/** Escapes sequences that would end or hide an inline script. They occur in string literals only. */
function inScript(code: string): string {
  return code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  plugins: [react(), wordsOfThePage(), singleFile()],
  css: {
    modules: {
      // Named by file, not by path, so that every machine builds the same page.
      generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}`,
    },
  },
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'verifier.html'),
      treeshake: { moduleSideEffects: [{ test: /packages[\\/]fair[\\/]|@noble[\\/]/, sideEffects: false }] },
    },
  },
  worker: { format: 'iife' },
});
