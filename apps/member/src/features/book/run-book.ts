import { Problem } from '../../api/shared/problem.ts';
import type { BookJob, BookJobs, BookReply, BookRequest } from './book-messages.ts';

interface Waiting {
  onProgress(progress: unknown): void;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Waiting>();

function start(): Worker {
  const made = new Worker(new URL('./book-worker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<BookReply>) => receive(data);
  made.onerror = () => {
    made.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error('the book worker failed'));
    waiting.clear();
  };
  return made;
}

function receive(reply: BookReply): void {
  const job = waiting.get(reply.id);
  if (job === undefined) return;
  if ('progress' in reply) {
    job.onProgress(reply.progress);
    return;
  }
  waiting.delete(reply.id);
  if ('answer' in reply) job.resolve(reply.answer);
  else job.reject(reply.code === null ? new Error(reply.failure) : new Problem(reply.code, reply.status));
}

/** Runs a job in the worker. Throws a `Problem` if the house does not answer; `signal` cancels the job. */
export function runBook<J extends BookJob>(
  job: J,
  ask: BookJobs[J]['ask'],
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: BookJobs[J]['progress']) => void } = {},
): Promise<BookJobs[J]['answer']> {
  worker ??= start();
  const running = worker;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const cancel = () => {
      waiting.delete(id);
      running.postMessage({ id, cancel: true } satisfies BookRequest);
      reject(new DOMException('cancelled', 'AbortError'));
    };
    if (signal?.aborted) {
      reject(new DOMException('cancelled', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', cancel, { once: true });
    const done = () => signal?.removeEventListener('abort', cancel);
    waiting.set(id, {
      onProgress: (progress) => onProgress?.(progress as BookJobs[J]['progress']),
      resolve: (answer) => {
        done();
        resolve(answer as BookJobs[J]['answer']);
      },
      reject: (error) => {
        done();
        reject(error);
      },
    });
    running.postMessage({ id, job, ask } as BookRequest);
  });
}
