/** Equal temperament from A4 = 440 Hz; `note('C', 4)` is middle C. */
export function note(name: string, octave: number): number {
  const step = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'].indexOf(name);
  return 440 * 2 ** (octave - 4 + (step - 9) / 12);
}

/** Five tones that sound well in any order: `pentatonic(0)` is C4, and each five steps are an octave. */
export function pentatonic(step: number, octave = 4): number {
  const names = ['C', 'D', 'E', 'G', 'A'];
  return note(names[((step % 5) + 5) % 5] ?? 'C', octave + Math.floor(step / 5));
}
