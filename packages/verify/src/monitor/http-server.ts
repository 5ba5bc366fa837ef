import type { IncomingMessage, Server } from 'node:http';
import { jsonLine } from '../print.ts';
import { type Answer, refuse } from '../serving/answer.ts';
import { answeringServer } from '../serving/server.ts';
import { shownAlarm } from './alarm.ts';
import { metricsOf } from './metrics.ts';
import type { Monitor } from './monitor.ts';
import { statusPage } from './status-page.ts';

const PAGES: Readonly<Record<string, (monitor: Monitor) => Pick<Answer, 'body' | 'type'>>> = {
  '/': (monitor) => ({ body: statusPage(monitor), type: 'text/html; charset=utf-8' }),
  '/metrics': (monitor) => ({ body: metricsOf(monitor), type: 'text/plain; version=0.0.4; charset=utf-8' }),
  '/alarms': ({ alarms }) => ({
    body: `${jsonLine({ alarms: alarms.all.map(shownAlarm) })}\n`,
    type: 'application/json',
  }),
};

/** The server of the status page and the metrics; not listening yet. */
export function monitorServer(monitor: Monitor, say: (line: string) => void): Server {
  return answeringServer({ program: 'monitor', say, answer: async (request) => answer(request, monitor) });
}

function answer({ method = '', url = '' }: IncomingMessage, monitor: Monitor): Answer {
  if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'GET only');
  const [path = ''] = url.split('?', 1);
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  return page === undefined ? refuse(404, 'there is nothing here') : { status: 200, ...page(monitor) };
}
