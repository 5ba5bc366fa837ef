import { FilmFault } from './ffmpeg.ts';

/**
 * Removes the edit lists of an init segment (ISO/IEC 14496-12), in place. Browsers ignore them in streams, wholly or
 * in part, and the filters make them unnecessary. Throws a `FilmFault` with `encoder` for an unknown file structure.
 */
export function removeEditLists(init: Buffer): void {
  const moov = boxes(init).find(({ type }) => type === 'moov');
  if (!moov) throw unknown();
  for (const trak of boxes(init, moov).filter(({ type }) => type === 'trak')) {
    for (const { type, body } of boxes(init, trak)) if (type === 'edts') init.write('free', body - 4, 'latin1');
  }
}

interface Box {
  type: string;
  /** Offset after size and type. */
  body: number;
  end: number;
}

function boxes(file: Buffer, { body, end }: Pick<Box, 'body' | 'end'> = { body: 0, end: file.length }): Box[] {
  const found: Box[] = [];
  for (let at = body; at + 8 <= end; ) {
    const size = file.readUInt32BE(at);
    if (size < 8 || at + size > end) throw unknown();
    found.push({ type: file.toString('latin1', at + 4, at + 8), body: at + 8, end: at + size });
    at += size;
  }
  return found;
}

function unknown(): FilmFault {
  return new FilmFault('encoder', 'the encoder made fragments of an unknown form');
}
