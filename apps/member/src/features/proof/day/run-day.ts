import { Problem } from '../../../api/shared/problem.ts';
import type { DayAudit, DayProgress } from './audit-day.ts';
import type { DayReply, DayRequest } from './day-messages.ts';

/** Audits a day in a new worker. Throws a `Problem` if the house does not answer; `signal` cancels the audit. */
export function runDay(
  request: DayRequest,
  signal: AbortSignal,
  onProgress: (progress: DayProgress) => void,
): Promise<DayAudit> {
  const worker = new Worker(new URL('./day-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<DayAudit>((resolve, reject) => {
    const cancelled = () => reject(new DOMException('cancelled', 'AbortError'));
    if (signal.aborted) cancelled();
    signal.addEventListener('abort', cancelled, { once: true });
    worker.onerror = () => reject(new Error('the worker failed'));
    worker.onmessage = ({ data }: MessageEvent<DayReply>) => {
      if ('progress' in data) onProgress(data.progress);
      else if ('audit' in data) resolve(data.audit);
      else reject(data.code === null ? new Error(data.failure) : new Problem(data.code, data.status));
    };
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
