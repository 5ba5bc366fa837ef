import { describe, expect, it } from 'vitest';
import { EMPTY, faultAt, faultyStep, formOf, stepAfter, withoutFaulty } from './steps.ts';

const VALUES = { login: 'a long password', old: '1357', new: '2758', repeat: '2758' };

describe('setting the finance password', () => {
  it('sends what each kind needs and nothing else', () => {
    expect(formOf('first', VALUES)).toEqual({ financePassword: '2758', repeat: '2758' });
    expect(formOf('anew', VALUES)).toEqual({ financePassword: '2758', repeat: '2758', loginPassword: VALUES.login });
    expect(formOf('change', VALUES)).toEqual({
      financePassword: '2758',
      repeat: '2758',
      loginPassword: VALUES.login,
      oldFinancePassword: '1357',
    });
  });

  it('requires complete entries, twice the same', () => {
    expect(faultAt('login', { ...VALUES, login: '' })).toBe('fill-in');
    expect(faultAt('old', { ...VALUES, old: '135' })).toBe('fill-in');
    expect(faultAt('repeat', { ...VALUES, repeat: '2759' })).toBe('entries-differ');
    for (const step of ['login', 'old', 'new', 'repeat'] as const) expect(faultAt(step, VALUES)).toBeNull();
  });

  it('refuses a new one that is easy to guess, before it is repeated', () => {
    for (const weak of ['1234', '7777', '2580', '1985']) {
      expect(faultAt('new', { ...VALUES, new: weak, repeat: '' })).toBe('finance-password-weak');
      expect(faultAt('old', { ...VALUES, old: weak })).toBeNull();
    }
  });

  it('asks step by step, and skips filled steps', () => {
    expect(stepAfter('change', 'login', EMPTY)).toBe('old');
    expect(stepAfter('first', 'new', { ...EMPTY, new: '2758' })).toBe('repeat');
    expect(stepAfter('change', 'old', VALUES)).toBe('repeat');
    expect(stepAfter('change', 'repeat', VALUES)).toBeNull();
  });

  it('goes back to the earliest step that was refused', () => {
    const fields = { repeat: 'entries-differ', oldFinancePassword: 'finance-password-wrong' };
    expect(faultyStep(fields, 'change')).toEqual({ step: 'old', code: 'finance-password-wrong' });
    expect(faultyStep(fields, 'first')).toEqual({ step: 'repeat', code: 'entries-differ' });
    expect(faultyStep({ other: 'fill-in' }, 'change')).toBeNull();
  });

  it('clears the faulty entry, or both entries of the new password', () => {
    expect(withoutFaulty(VALUES, 'old')).toEqual({ ...VALUES, old: '' });
    expect(withoutFaulty(VALUES, 'new')).toEqual({ ...VALUES, new: '', repeat: '' });
  });
});
