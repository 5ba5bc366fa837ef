import { describe, expect, it } from 'vitest';
import { entryToSend } from './entry-key.ts';

describe('a message of a visitor', () => {
  it('keeps its key when the same text is sent again', () => {
    const first = entryToSend(null, 'I lost my phone.');
    expect(entryToSend(first, ' I lost my phone. ')).toBe(first);
  });

  it('gets a key of its own when the text has changed, or was sent', () => {
    const first = entryToSend(null, 'I lost my phone.');
    expect(entryToSend(first, 'I lost my phone!').key).not.toBe(first.key);
    expect(entryToSend(null, 'I lost my phone.').key).not.toBe(first.key);
  });
});
