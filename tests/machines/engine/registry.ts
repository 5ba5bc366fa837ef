import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How this machine's npm reaches its registry, for containers that have none of its files. */
export interface RegistrySettings {
  /** `NAME=value` for npm. */
  env: string[];
  /** Arguments of the engine that mount the file of certificates. */
  mounts: string[];
}

const CERTIFICATES = '/etc/tercet-test-ca.pem';

/**
 * Reads the registry and the additional certificates from npm's own settings. They are given to containers at run time
 * only, and are part of no image.
 */
export function registrySettings(): RegistrySettings {
  const registry = setting('registry');
  const certificates = setting('cafile');
  const hasOwn = certificates !== '' && existsSync(certificates);
  return {
    env: [
      ...(registry === '' ? [] : [`npm_config_registry=${registry}`]),
      ...(hasOwn ? [`npm_config_cafile=${CERTIFICATES}`] : []),
    ],
    mounts: hasOwn ? ['--volume', `${certificates}:${CERTIFICATES}:ro`] : [],
  };
}

function setting(name: string): string {
  const { stdout } = spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' });
  const value = stdout?.trim() ?? '';
  return value === 'null' || value === 'undefined' ? '' : value;
}
