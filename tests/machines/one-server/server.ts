import { setTimeout as sleep } from 'node:timers/promises';
import { certificateFor } from '../engine/certificate.ts';
import { DEBIAN_SERVER, makeDebian } from '../engine/debian.ts';
import { type Engine, LIMITS, run } from '../engine/podman.ts';
import { registrySettings } from '../engine/registry.ts';
import { ROOT } from '../plan.ts';

export const NAME = 'club.example';
const CONTAINER = 'tercet-test-one-server';

const MINUTE_MS = 60_000;
/** The longest section installs all packages of the project, on a machine that may be busy. */
const SECTION_MS_MAX = 25 * MINUTE_MS;
const SYSTEMD_TRIES_MAX = 60;

/** A clean Debian 12 with systemd, in a container that stands for a virtual machine. */
export interface Server {
  /** Its IPv4 address. */
  address: string;
  /** Certificate of `NAME`, which its clients trust. */
  ca: string;
  /** Runs the commands of a section in a new shell of root, and ends at the first that fails. */
  follow(commands: string, onOutput: (text: string) => void): Promise<string>;
  /** Runs one command of the test, as root. */
  sh(command: string): Promise<string>;
  remove(): Promise<void>;
}

/** Starts the server with what the page says an operator brings: certificate, key and two releases of the code. */
export async function openServer(engine: Engine): Promise<Server> {
  await makeDebian(engine, DEBIAN_SERVER);
  await remove(engine);
  // systemd mounts file systems for its units, so it needs the rights that it has on a machine of its own.
  const rights = ['--cap-add=ALL', '--cap-drop=SYS_RESOURCE', '--security-opt=seccomp=unconfined'];
  const unmasked = ['--security-opt=unmask=ALL', '--security-opt=apparmor=unconfined'];
  const place = ['--name', CONTAINER, '--hostname', 'club', ...registrySettings().mounts];
  const init = ['--systemd=always', '--shm-size=256m', ...rights, ...unmasked, ...LIMITS];
  await engine.do(['run', '--detach', ...place, ...init, DEBIAN_SERVER.name, '/sbin/init']);
  try {
    await untilSystemd(engine);
    // Only saves time: dpkg otherwise waits for the disk after each of 700 packages.
    await put(engine, '/etc/dpkg/dpkg.cfg.d/tercet-test', 'force-unsafe-io\n');
    const certificate = await certificateFor(NAME);
    await put(engine, '/root/club.crt', certificate.cert);
    await put(engine, '/root/club.key', certificate.key);
    await putReleases(engine);
    return await attach(engine);
  } catch (error) {
    await remove(engine);
    throw error;
  }
}

/** The server that an earlier run has kept. */
export async function attach(engine: Engine): Promise<Server> {
  const shown = await engine.do(['inspect', '--format', '{{.NetworkSettings.IPAddress}}', CONTAINER]);
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const env = ['HOME=/root', `PATH=${path}`, ...registrySettings().env];
  return {
    address: shown.trim(),
    ca: await engine.inside(CONTAINER, 'cat /root/club.crt'),
    sh: (command) => engine.inside(CONTAINER, command),
    async follow(commands, onOutput) {
      await put(engine, '/root/section.sh', commands);
      const shell = ['env', '-i', ...env, 'bash', '-euxo', 'pipefail', '/root/section.sh'];
      return engine.do(['exec', CONTAINER, ...shell], { timeoutMs: SECTION_MS_MAX, onOutput });
    },
    remove: () => remove(engine),
  };
}

async function remove(engine: Engine): Promise<void> {
  await engine.do(['rm', '--force', '--ignore', '--time', '5', '--volumes', CONTAINER]);
}

async function untilSystemd(engine: Engine): Promise<void> {
  let state = '';
  for (let tries = 0; tries < SYSTEMD_TRIES_MAX; tries++) {
    const ran = await engine.try(['exec', CONTAINER, 'systemctl', 'is-system-running']);
    state = ran.stdout.trim() || ran.stderr.trim();
    // Degraded: a unit for hardware that a container lacks has failed.
    if (['running', 'degraded'].includes(state)) return;
    await sleep(1_000);
  }
  throw new Error(`systemd does not start in a container here: ${state}`);
}

async function put(engine: Engine, path: string, content: string): Promise<void> {
  await engine.inside(CONTAINER, `umask 077; cat > ${path}`, { input: content });
}

/** Packs the files of this checkout, changed ones too, as two releases. */
async function putReleases(engine: Engine): Promise<void> {
  const script = `git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null |
    tar -C . -T - -cz | podman exec -i ${CONTAINER} sh -c 'cat > /root/tercet-0.1.0.tar.gz'`;
  const packed = await run('sh', ['-ec', `cd ${JSON.stringify(ROOT)}; ${script}`]);
  if (packed.code !== 0) throw new Error(`the checkout is not packed: ${packed.stderr}`);
  await engine.inside(CONTAINER, 'cp /root/tercet-0.1.0.tar.gz /root/tercet-0.1.1.tar.gz');
}
