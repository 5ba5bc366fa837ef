import { describe, expect, it } from 'vitest';
import { closestQuestions, foundQuestions } from './matching-questions.ts';

const payout = { question: 'How long does a withdrawal take?', answer: 'About 5 minutes in most cases.' };
const draw = { question: 'How do I check a draw?', answer: 'Open the result and choose “Check this draw”.' };
const limits = { question: 'Where do I set limits?', answer: 'Under Mine, Limits.' };
const all = [payout, draw, limits];

describe('the search of common questions', () => {
  it('finds all typed words in question or answer, in any case and spelling', () => {
    expect(foundQuestions(all, 'WITHDRAWAL minutes')).toEqual([payout]);
    expect(foundQuestions(all, 'límits')).toEqual([limits]);
    expect(foundQuestions(all, 'withdrawal limits')).toEqual([]);
    expect(foundQuestions(all, ' ')).toEqual(all);
  });
});

describe('answers to a message that is being typed', () => {
  const closest = (typed: string, max = 2) => closestQuestions(all, { typed, locale: 'en', max });

  it('share the most words with it, and the first questions fill the list', () => {
    expect(closest('')).toEqual([payout, draw]);
    expect(closest('I want to check my last draw')).toEqual([draw, payout]);
    expect(closest('set limits for withdrawal', 3)).toEqual([limits, payout, draw]);
    expect(closest('xyzzy')).toEqual([payout, draw]);
  });

  it('ignores words of one or two letters, except in scripts with short words', () => {
    expect(closest('I do')).toEqual([payout, draw]);
    const japanese = [payout, { question: '出金にはどのくらいかかりますか', answer: '' }];
    expect(closestQuestions(japanese, { typed: '出金したい', locale: 'ja', max: 1 })).toEqual([japanese[1]]);
  });
});
