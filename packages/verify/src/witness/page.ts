import { placeOfOrigin } from '@tercet/fair';
import { escapeHtml } from '../print.ts';
import type { WatchedLog } from './watched-log.ts';

/** The witness's home page: its purpose, its key, and its logs. Plain HTML without external resources. */
export function pageOf(vkey: string, logs: readonly WatchedLog[]): string {
  const [name = ''] = vkey.split('+');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title></head>
<body>
<h1>${escapeHtml(name)}</h1>
<p>This is a witness. It watches the public books of clubs, remembers what it has seen, and signs, with the time, that a
book has only ever grown. Before it signs it reads each new entry and the list behind each seal. It is worth something
where it belongs to somebody other than the clubs that it watches.</p>
<p>Its key: <code>${escapeHtml(vkey)}</code></p>
${logs.map(sectionOf).join('\n')}
</body>
</html>
`;
}

function sectionOf({ options, state, forks }: WatchedLog): string {
  const path = `/${placeOfOrigin(options.origin)}`;
  const seen =
    state === null
      ? 'Nothing cosigned yet.'
      : `${state.size} entries, cosigned last at ${new Date(state.atSeconds * 1000).toISOString()}.`;
  const count = forks.list().length;
  const times = count === 1 ? 'once' : `${count} times`;
  const warning = count === 0 ? '' : ` <strong>Misbehaviour of this log was seen ${times}.</strong>`;
  return `<h2>${escapeHtml(options.origin)}</h2>
<p>${seen}${warning}</p>
<ul>
<li><a href="${path}/checkpoint">the last checkpoint</a></li>
<li><a href="${path}/cosigned">what was cosigned in the last 90 days</a></li>
<li><a href="${path}/forks">evidence against the log</a></li>
<li>its book: <a href="${escapeHtml(options.bookUrl)}">${escapeHtml(options.bookUrl)}</a>;
the entries held here: <code>${path}/entries?from=…&amp;to=…</code></li>
</ul>`;
}
