import { Gauge, type Registry } from 'prom-client';
import type { SelfCheck } from '../integrity/self-check.ts';

/** Results of the daily comparison of the program's files with those at the start. */
export function registerProgramMetrics(registry: Registry, selfCheck: SelfCheck): void {
  const registers = [registry];
  new Gauge({
    name: 'tercet_program_changed',
    help: '1 if files of this part changed while the process runs',
    labelNames: ['part'],
    registers,
    collect() {
      for (const { part, changed } of selfCheck.known()?.parts ?? []) this.set({ part }, Number(changed));
    },
  });
  new Gauge({
    name: 'tercet_program_checked_timestamp_seconds',
    help: 'Unix time of the last comparison of the program with its start',
    registers,
    collect() {
      const known = selfCheck.known();
      // Without a check there is no time.
      this.set(known === null ? Number.NaN : known.atMs / 1_000);
    },
  });
}
