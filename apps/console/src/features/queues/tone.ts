/** Frequencies of the two notes, in Hz. */
const NOTES = [660, 880] as const;
const NOTE_S = 0.16;
const VOLUME = 0.08;

let context: AudioContext | null = null;

/** Plays two soft notes. Browsers stay silent until the page was clicked or typed into once. */
export function playTone(): void {
  context ??= new AudioContext();
  void context.resume();
  for (const [index, frequency] of NOTES.entries()) {
    const startsAt = context.currentTime + index * NOTE_S;
    const [note, volume] = [context.createOscillator(), context.createGain()];
    note.frequency.value = frequency;
    volume.gain.setValueAtTime(VOLUME, startsAt);
    volume.gain.exponentialRampToValueAtTime(0.001, startsAt + NOTE_S);
    note.connect(volume).connect(context.destination);
    note.start(startsAt);
    note.stop(startsAt + NOTE_S);
  }
}
