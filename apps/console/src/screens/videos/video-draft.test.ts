import { describe, expect, test } from 'vitest';
import type { Video } from '../../api/library/videos.ts';
import { changesOf, draftOf, formOf, NEW_VIDEO, type VideoDraft } from './video-draft.ts';

const read = (typed: string) => (/^\d+(\.\d\d)?$/.test(typed) ? String(Math.round(Number(typed) * 100)) : null);
const write = (minor: string) => String(Number(minor) / 100);
const words = (name: string, chapters = '') => ({ name, description: '', chapters });
const draft: VideoDraft = { ...NEW_VIDEO, texts: { mn: words('Далай'), en: words('Tides') }, classId: 'c' };
const form = (change: Partial<VideoDraft>) => formOf({ ...draft, ...change }, 'mn', read);

describe('a title', () => {
  test('is what was typed into its form', () => {
    expect(form({ kind: 'bought', amount: '5.50', hours: '24', start: '12.5' })).toEqual({
      form: {
        texts: { mn: { name: 'Далай', description: '' }, en: { name: 'Tides', description: '' } },
        classId: 'c',
        age: 0,
        access: { kind: 'bought', priceMinor: '550', hours: 24 },
        startMs: 12_500,
        recommended: false,
      },
    });
    expect(form({ kind: 'balance', amount: '100' })).toMatchObject({ form: { access: { balanceMinor: '10000' } } });
    expect(form({ start: '0' })).toMatchObject({ form: { startMs: 0, access: { kind: 'house' } } });
  });

  test.each<[string, Partial<VideoDraft>, string]>([
    ['no name in the house’s language', { texts: { en: words('Tides') } }, 'texts'],
    [
      'a language with a description alone',
      { texts: { ...draft.texts, ko: { ...words(''), description: 'x' } } },
      'texts',
    ],
    ['chapters without a title', { texts: { mn: words('Далай', '0:00') } }, 'chapters'],
    ['chapters out of order', { texts: { mn: words('Далай', '0:05 a\n0:04 b') } }, 'chapters'],
    ['no class', { classId: '' }, 'classId'],
    ['no price', { kind: 'bought', amount: '' }, 'access'],
    ['a price of nothing', { kind: 'bought', amount: '0' }, 'access'],
    ['no hours', { kind: 'bought', amount: '5', hours: '0' }, 'access'],
    ['a balance that is no amount', { kind: 'balance', amount: 'x' }, 'access'],
    ['a start point that is no time', { start: '-1' }, 'startMs'],
  ])('with %s is not sent', (_, change, wrong) => {
    expect(form(change)).toEqual({ wrong: [wrong] });
  });

  test('has its chapters by language, and none where none are written', () => {
    const chapters = [{ atMs: 65_000, title: 'High water' }];
    const made = form({ texts: { mn: words('Далай'), en: words('Tides', '1:05 High water') } });
    const texts = { mn: { name: 'Далай', description: '' }, en: { name: 'Tides', description: '', chapters } };
    expect(made).toMatchObject({ form: { texts } });
    const video = { ...('form' in made ? made.form : {}), id: 'v' } as Video;
    expect(draftOf(video, write).texts.en?.chapters).toBe('1:05 High water');
    expect(changesOf({ ...video, texts }, video)).toEqual({});
  });

  test('comes into its form as it is, and sends what was changed alone', () => {
    const whole = form({ kind: 'bought', amount: '5.5', start: '7' });
    const made = form({ kind: 'bought', amount: '5.50', start: '7', hours: '48' });
    expect(whole).toEqual({ wrong: ['access'] });
    if (!('form' in made)) throw new Error('no form');
    const video = { ...made.form, id: 'v' } as Video;
    const again = { ...draftOf(video, write), amount: '5.50' };
    expect(formOf(again, 'mn', read)).toEqual(made);
    expect(changesOf(made.form, video)).toEqual({});
    expect(changesOf({ ...made.form, age: 12 }, video)).toEqual({ age: 12 });
  });
});
