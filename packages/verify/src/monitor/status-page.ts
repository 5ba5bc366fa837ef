/** The monitor's page for people. Plain HTML without external resources; all text of the club is escaped. */
import { escapeHtml, visible } from '../print.ts';
import type { Alarm } from './alarm.ts';
import type { Monitor } from './monitor.ts';

const LISTED_MAX = 200;

export function statusPage(monitor: Monitor): string {
  const { origin, options, store, alarms, heardMs } = monitor;
  const open = alarms.open;
  const over = alarms.all.filter(({ resolvedMs }) => resolvedMs !== null);
  const { counts } = store;
  const heard = heardMs === null ? 'none since the start' : timeOf(heardMs);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="30">
<title>${shown(origin)}: ${open.length === 0 ? 'no alarm' : `${open.length} alarms`}</title></head>
<body>
<h1>${shown(origin)}</h1>
<p>Monitor of the book at ${shown(options.club)}. <strong>${open.length === 0 ? 'No alarm.' : `Alarms: ${open.length}.`}</strong></p>
<h2>Alarms</h2>
${listOf(open)}
<h2>Checked</h2>
<ul>
<li>entries ${store.began} to ${store.size}, root <code>${shown(store.root)}</code></li>
<li>${counts.seals} seals, ${counts.slipsChecked} recomputed from the hashes of their bets</li>
<li>${counts.draws} draws, ${counts.voids} void</li>
<li>${counts.liabilities} statements of what the house owes</li>
<li>last complete answer: ${heard}</li>
</ul>
<h2>Over</h2>
${listOf(over.toReversed())}
<p><a href="/metrics">metrics</a>, <a href="/alarms">alarms as JSON</a></p>
</body>
</html>
`;
}

function listOf(alarms: readonly Alarm[]): string {
  if (alarms.length === 0) return '<p>None.</p>';
  const rest = alarms.length - LISTED_MAX;
  const more = rest > 0 ? `<p>And ${rest} more.</p>` : '';
  return `<ul>\n${alarms.slice(0, LISTED_MAX).map(itemOf).join('\n')}\n</ul>${more}`;
}

function itemOf({ kind, code, subject, seq, text, atMs, resolvedMs }: Alarm): string {
  const where = [seq === null ? '' : `entry ${seq}`, subject === null ? '' : shown(subject)].filter(
    (one) => one !== '',
  );
  const times = [`since ${timeOf(atMs)}`, ...(resolvedMs === null ? [] : [`over at ${timeOf(resolvedMs)}`])];
  return `<li><strong>${kind}</strong> <code>${shown(code)}</code> ${where.join(', ')}: ${shown(text)} (${times.join(', ')})</li>`;
}

function shown(text: string): string {
  return escapeHtml(visible(text));
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
