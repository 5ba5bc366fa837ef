import { describe, expect, it } from 'vitest';
import english from '../../locales/en.json';
import { type RecoveryStage, stageOf, toneOf } from './recovery-stage.ts';

const NOW = Date.UTC(2026, 10, 29);
const request = (state: Exclude<RecoveryStage, 'ready'>, readyAtMs: number) => ({
  state,
  readyAtMs,
  expiresAtMs: NOW + 1_000_000,
});

describe('a request for a new password', () => {
  it('is ready from the moment on that an approved one names', () => {
    expect(stageOf(request('approved', NOW + 1), NOW)).toBe('approved');
    expect(stageOf(request('approved', NOW), NOW)).toBe('ready');
    expect(stageOf(request('approved', NOW - 1), NOW)).toBe('ready');
  });

  it('is never ready in another state, however late it is', () => {
    for (const state of ['waiting', 'refused', 'expired', 'done'] as const) {
      expect(stageOf(request(state, NOW - 1), NOW)).toBe(state);
    }
  });

  it('has a text and a tone in each state', () => {
    for (const stage of Object.keys(english.recover.stage) as RecoveryStage[]) {
      expect(english.recover.stageText[stage]).toBeTruthy();
      expect(toneOf(stage)).toBeTruthy();
    }
    expect(Object.keys(english.recover.stage).sort()).toEqual(
      ['approved', 'done', 'expired', 'ready', 'refused', 'waiting'].sort(),
    );
  });
});
