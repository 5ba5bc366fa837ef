import { expect, test } from 'vitest';
import { stageOf } from './stage.ts';

const at = (fromMs: number | null, untilMs: number | null, withdrawnAtMs: number | null = null) =>
  stageOf({ fromMs, untilMs, withdrawnAtMs }, 1_000);

test('something is shown from its beginning until its end, and never once it is withdrawn', () => {
  expect([at(null, null), at(1_000, null), at(999, 1_001)]).toEqual(['now', 'now', 'now']);
  expect([at(1_001, null), at(1_001, 2_000)]).toEqual(['planned', 'planned']);
  expect([at(null, 1_000), at(1, 999)]).toEqual(['over', 'over']);
  expect([at(null, null, 500), at(2_000, null, 500), at(1, 2, 500)]).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
});
