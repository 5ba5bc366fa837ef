/** The monitor's state in the text format of Prometheus. No text of the club is in it. */
import type { AlarmKind } from './alarm.ts';
import type { Monitor } from './monitor.ts';

const KINDS: readonly AlarmKind[] = ['breach', 'fork', 'overdue', 'silence', 'missing'];

type Sample = [labels: string, value: number];

export function metricsOf(monitor: Monitor): string {
  const { store, alarms, webhook, heardMs, startedMs, stepMs } = monitor;
  const { counts } = store;
  const open = alarms.open;
  const deliveries = webhook?.counts ?? { delivered: 0, failed: 0, dropped: 0 };
  return [
    gauge(
      'alarms',
      'Alarms that hold, by kind.',
      KINDS.map((kind) => [`{kind="${kind}"}`, count(open, kind)]),
    ),
    counter('findings_total', 'What the book or the club proved wrong, by code.', findings(alarms.counts)),
    gauge('book_size', 'Entries of the book that are checked.', store.size),
    counter('entries_checked_total', 'Entries that were checked.', counts.entries),
    counter('seals_checked_total', 'Seals that were checked.', counts.seals),
    counter('draws_checked_total', 'Draws that were checked.', counts.draws),
    counter('voids_checked_total', 'Void draws that were checked.', counts.voids),
    counter('liabilities_checked_total', 'Statements of what the house owes that were checked.', counts.liabilities),
    counter('slips_checked_total', 'Seals that were recomputed from the hashes of their bets.', counts.slipsChecked),
    gauge('draws_waiting', 'Draws whose page is still to be checked.', alarms.draws.length),
    gauge('started_seconds', 'Unix time of the start.', startedMs / 1000),
    gauge(
      'heard_seconds',
      'Unix time of the last complete answer of the club; 0 before the first.',
      (heardMs ?? 0) / 1000,
    ),
    gauge('step_seconds', 'Duration of the last step.', stepMs / 1000),
    gauge('webhook_waiting', 'Reports that the webhook has not accepted.', waiting(alarms.notices)),
    counter(
      'webhook_deliveries_total',
      'Deliveries to the webhook since the start, by result.',
      Object.entries(deliveries).map(([result, value]) => [`{result="${result}"}`, value]),
    ),
  ].join('');
}

function count(open: readonly { kind: AlarmKind }[], kind: AlarmKind): number {
  return open.filter((alarm) => alarm.kind === kind).length;
}

/** Codes are words of this program; others, from a damaged file, are left out. */
function findings(counts: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(counts).flatMap(([code, value]): Sample[] =>
    /^[a-z-]{1,40}$/.test(code) ? [[`{code="${code}"}`, value]] : [],
  );
}

function waiting(notices: readonly { dueMs: number | null }[]): number {
  return notices.filter(({ dueMs }) => dueMs !== null).length;
}

const gauge = (name: string, help: string, value: number | Sample[]) => metric(name, 'gauge', help, value);
const counter = (name: string, help: string, value: number | Sample[]) => metric(name, 'counter', help, value);

function metric(name: string, type: string, help: string, value: number | Sample[]): string {
  const samples: Sample[] = typeof value === 'number' ? [['', value]] : value;
  const full = `tercet_monitor_${name}`;
  const lines = samples.map(([labels, one]) => `${full}${labels} ${one}\n`);
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}
