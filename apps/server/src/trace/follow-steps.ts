import type { Config } from '../config/config.ts';
import type { Traces } from './open-traces.ts';

/** Has steps of this thread recorded where that is asked for; else nothing of what it takes is loaded. */
export async function followSteps({ traces }: Pick<Config, 'traces'>, roles: string): Promise<Traces | null> {
  if (traces === null) return null;
  const { openTraces } = await import('./open-traces.ts');
  return openTraces(traces, roles);
}
