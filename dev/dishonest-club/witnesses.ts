/** Lies of witnesses, told without the witness's key, as by a proxy in front of it. */
import { parseNote } from '@tercet/fair';
import { type Lie, notThere, onJson, onPath } from './tamper.ts';
import { ON_THE_WIRE_OF_WITNESSES } from './wire.ts';

interface Page {
  checkpoints: { note: string; atSeconds: number }[];
  next: number | null;
}

const COSIGNED = /\/cosigned$/;

function onNotes(change: (note: string) => string) {
  return onJson<Page>(COSIGNED, (page) => ({
    ...page,
    checkpoints: page.checkpoints.map(({ note, atSeconds }) => ({ note: change(note), atSeconds })),
  }));
}

/** The note with one letter of each cosignature changed. */
function broken(note: string): string {
  const { text } = parseNote(note) ?? { text: '' };
  const [own = '', ...lines] = note
    .slice(text.length + 1)
    .split('\n')
    .filter(Boolean);
  return `${text}\n${own}\n${lines.map((line) => `${line.replace(/.(?==*$)/, (last) => (last === 'A' ? 'B' : 'A'))}\n`).join('')}`;
}

export const OF_WITNESSES: readonly Lie[] = [
  {
    name: 'witness-silent',
    kind: 'omits',
    does: 'does not answer',
    witness: onPath(/./, () => ({ status: 503, headers: {}, body: new Uint8Array(0) })),
  },
  {
    name: 'witness-knows-nothing',
    kind: 'omits',
    does: 'says that it has cosigned nothing',
    witness: onPath(/./, (answer, { path }) =>
      COSIGNED.test(path) ? { ...answer, body: Buffer.from('{"checkpoints":[],"next":null}') } : notThere(),
    ),
  },
  {
    name: 'witness-hides-newest',
    kind: 'omits',
    does: 'leaves out the largest checkpoint that it cosigned in the time that was asked for',
    witness: onJson<Page>(COSIGNED, (page) => {
      const sizes = page.checkpoints.map(({ note }) => Number(note.split('\n', 2)[1]));
      const checkpoints = page.checkpoints.filter((_one, index) => sizes[index] !== Math.max(...sizes));
      return { ...page, checkpoints };
    }),
  },
  {
    name: 'witness-forges',
    kind: 'invents',
    does: 'shows checkpoints with cosignatures that it did not make',
    witness: onNotes(broken),
  },
  {
    name: 'witness-strips-cosignatures',
    kind: 'omits',
    does: 'shows checkpoints without its cosignature',
    witness: onNotes((note) => {
      const { text } = parseNote(note) ?? { text: '' };
      return `${text}\n${note.slice(text.length + 1).split('\n', 1)[0]}\n`;
    }),
  },
  {
    name: 'witness-pages-without-end',
    kind: 'delays',
    does: 'has always one page more',
    witness: onJson<Page>(COSIGNED, (page, { request }) => ({
      ...page,
      next: Number(request.query.get('to')) - 0.001,
    })),
  },
  {
    name: 'witness-sends-rubbish',
    kind: 'invents',
    does: 'shows checkpoints that are none',
    witness: onJson<Page>(COSIGNED, () => ({ checkpoints: [{ note: '\u001b[2J', atSeconds: 0 }], next: null })),
  },
  ...ON_THE_WIRE_OF_WITNESSES,
];
