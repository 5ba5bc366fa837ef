import { inTab } from '@tercet/contract/text-storage.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetDrafts } from '../../features/session/drafts.ts';
import type { Draft } from './draft.ts';
import { forgetDraft, storeDraft, storedDraft } from './stored-draft.ts';

const DRAFT: Draft = {
  kind: 'iban',
  bankCode: 'elbe',
  holder: 'Mira Bold',
  country: 'DE',
  phone: '1512 3456789',
  iban: 'DE89 3704 0044 0532 0130 00',
  card: { token: 'tok_1', reference: 'ref', brand: 'visa', last4: '4242' },
};

const texts = new Map<string, string>();

beforeEach(() => {
  texts.clear();
  vi.stubGlobal('sessionStorage', {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => texts.set(name, text),
    removeItem: (name: string) => texts.delete(name),
  });
});

it('what was typed is found again, at its step', () => {
  storeDraft('mira', DRAFT, 'confirm');
  expect(storedDraft('mira')).toEqual({ draft: DRAFT, step: 'confirm' });
  expect(storedDraft('bold')).toBeNull();
});

it('no account number and no token of a card is in the storage of the browser', () => {
  storeDraft('mira', DRAFT, 'confirm');
  const stored = [...texts.values()].join();
  expect(stored).toContain('elbe');
  expect(stored).not.toMatch(/3704|tok_1|4242/);
  expect(inTab.names('')).toHaveLength(1);
});

it('a draft is gone once it was sent, and at sign-out', () => {
  storeDraft('mira', DRAFT, 'confirm');
  forgetDraft('mira');
  expect(storedDraft('mira')).toBeNull();
  storeDraft('mira', DRAFT, 'confirm');
  forgetDrafts('mira');
  texts.clear();
  storeDraft('mira', { ...DRAFT, iban: '' }, 'details');
  expect(storedDraft('mira')?.draft.iban).toBe('');
});
