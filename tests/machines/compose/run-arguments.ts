import { resolve } from 'node:path';
import { LIMITS } from '../engine/podman.ts';
import { ROOT } from '../plan.ts';
import type { Service } from './compose-file.ts';

/** Prefix of everything that the run makes. */
export const PROJECT = 'tercet-test-compose';

export interface Placed {
  /** Name of the container. */
  name: string;
  /** Name of the service, which others find it by. */
  service: string;
  /** Absolute paths of the files that `configs` name. */
  configFiles: Readonly<Record<string, string>>;
}

/**
 * Arguments of `podman run` for a container of a service. The test itself runs health checks, because the
 * engine's timer needs systemd.
 */
export function runArguments(service: Service, { name, service: alias, configFiles }: Placed): string[] {
  const { environment = {}, tmpfs = [], networks = [], volumes = [], ports = [], configs = [] } = service;
  const [entry, ...entryArguments] = service.entrypoint ?? [];
  const flag = (option: string, value: string | undefined): string[] => (value === undefined ? [] : [option, value]);
  return [
    ...['run', '--detach', '--pull', 'never', '--name', name, ...LIMITS],
    ...(service.init ? ['--init'] : []),
    ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...flag('--user', service.user),
    ...flag('--restart', service.restart?.replace('unless-stopped', 'always')),
    ...flag('--stop-timeout', service.stop_grace_period && String(Number.parseInt(service.stop_grace_period, 10))),
    ...flag('--shm-size', service.shm_size),
    ...(service.cap_drop ?? []).flatMap((right) => ['--cap-drop', right]),
    ...(service.security_opt ?? []).flatMap((option) => ['--security-opt', option.replace(/:true$/, '')]),
    ...tmpfs.flatMap((place) => ['--tmpfs', place]),
    ...networks.flatMap((network) => ['--network', `${PROJECT}-${network}:alias=${alias}`]),
    ...volumes.flatMap((volume) => ['--volume', mountOf(volume)]),
    ...configs.flatMap(({ source, target }) => ['--volume', `${configFiles[source]}:${target}:ro`]),
    ...ports.flatMap((port) => ['--publish', port]),
    ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    '--no-healthcheck',
    ...flag('--entrypoint', entry),
    service.image,
    ...entryArguments,
    ...(service.command ?? []),
  ];
}

/** A volume by the name of the run, or a folder beside the compose file. */
function mountOf(volume: string): string {
  const [source = '', ...rest] = volume.split(':');
  const place = source.startsWith('.') ? resolve(ROOT, 'deploy', source) : source;
  return [place.startsWith('/') ? place : `${PROJECT}-${place}`, ...rest].join(':');
}
