import { join } from 'node:path';
import { buildApp, ROOT, runVite, type WebApp } from './built-app.ts';
import { writeLicences } from './third-party-licences.ts';

export const MEMBER_APP = join(ROOT, 'apps/member');

const APP: WebApp = {
  name: 'member-app',
  folder: MEMBER_APP,
  sources: [
    ...['src', 'build', 'verifier', 'public', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'].map(
      (name) => join(MEMBER_APP, name),
    ),
    ...['fair', 'money', 'contract'].map((name) => join(ROOT, 'packages', name, 'src')),
    join(ROOT, 'package-lock.json'),
  ],
  async more(outDir) {
    writeLicences(ROOT, outDir);
    await buildVerifier(outDir);
  },
};

/** The built member app's folder. Builds the app first if its sources have changed. */
export function buildMemberApp(onBuild: () => void = () => {}): Promise<string> {
  return buildApp(APP, onBuild);
}

/** Builds the verifier page as `verifier.html` into a folder. Other files there stay. */
export function buildVerifier(outDir: string, memberApp: string = MEMBER_APP): Promise<void> {
  const args = ['--config', 'verifier/vite.config.ts', '--outDir', outDir, '--emptyOutDir', 'false'];
  return runVite({ name: APP.name, folder: memberApp }, args);
}
