import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

const server = process.env.TERCET_API ?? 'http://127.0.0.1:3000';
const own = createRequire(import.meta.url);

/**
 * react-admin shares state (route, record) through React contexts, so two copies of a package would not see each other.
 * The member app has a newer react-router, and npm installs several copies; this list forces one.
 */
const ONCE = [
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
  '@tanstack/react-query',
  'react-hook-form',
].concat(['@emotion/react', '@emotion/cache', '@mui/material']);

/** Resolves packages that only react-admin depends on. */
function besideReactAdmin(name: string): string {
  const entry = createRequire(own.resolve('react-admin')).resolve(name);
  return join(entry.slice(0, entry.lastIndexOf(join('node_modules', name))), 'node_modules', name);
}

/** Writes a compressed copy beside each file; the server serves both as they are. */
function compressBeforehand(): Plugin {
  return {
    name: 'tercet-compress-beforehand',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const bytes = readFileSync(join(dir, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params }));
      }
    },
  };
}

export default defineConfig({
  base: '/console/',
  plugins: [react(), compressBeforehand()],
  resolve: {
    dedupe: ONCE,
    alias: { 'ra-core': besideReactAdmin('ra-core') },
  },
  server: { proxy: { '/api': server } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // One screen needs most of react-admin, so more chunks would not be smaller.
    chunkSizeWarningLimit: 2_000,
  },
});
