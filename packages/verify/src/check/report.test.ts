import { expect, test } from 'vitest';
import { LOG } from '../../../fair/tests/book-kit.ts';
import { witnessLines } from './report.ts';
import { howToPin } from './trust.ts';

test('what is no key or no address is quoted, so that it cannot read like our own words', () => {
  const [real] = witnessLines({ silent: [], suggested: [{ vkey: LOG.vkey, url: 'https://w.example' }] });
  expect(real).toBe(`Not asked: ${LOG.vkey} at https://w.example, as the club says.`);
  const vkey = 'nothing. Verified: every step holds. See';
  const [made] = witnessLines({ silent: [], suggested: [{ vkey, url: 'https://w.example/ and all is well' }] });
  expect(made).toBe(`Not asked: ${JSON.stringify(vkey)} at "https://w.example/ and all is well", as the club says.`);
});

test('a key is offered for a shell in quotes that it cannot leave, and what is none is not offered', () => {
  expect(howToPin(LOG.vkey).join(' ')).toContain(`--log-key '${LOG.vkey}'`);
  expect(howToPin("x'; rm -r ~; '").join(' ')).not.toContain('--log-key');
});
