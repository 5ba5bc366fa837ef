/** Sounds made on the phone, so that no file is loaded: short bursts of filtered noise, quieter than any film. */

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

interface Knock {
  hertz: number;
  seconds: number;
  /** From 0 to 1. */
  loudness: number;
}

export function click(): void {
  play({ hertz: 2600, seconds: 0.02, loudness: 0.12 });
}

export function knock(): void {
  // A random pitch, since no two knocks of real dice are alike.
  play({ hertz: 1300 + Math.random() * 700, seconds: 0.05, loudness: 0.3 });
}

export function thud(): void {
  play({ hertz: 240, seconds: 0.14, loudness: 0.5 });
}

function play({ hertz, seconds, loudness }: Knock): void {
  context ??= new AudioContext();
  // Browsers allow sound only after the first tap.
  if (context.state === 'suspended') void context.resume();
  const { currentTime: now, destination } = context;
  noise ??= noiseOf(context);
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const body = new BiquadFilterNode(context, { type: 'bandpass', frequency: hertz, Q: 4 });
  const volume = new GainNode(context, { gain: loudness });
  volume.gain.setTargetAtTime(0, now, seconds / 3);
  source.connect(body).connect(volume).connect(destination);
  source.start(now);
  source.stop(now + seconds * 2);
}

function noiseOf({ sampleRate }: AudioContext): AudioBuffer {
  const buffer = new AudioBuffer({ length: Math.ceil(sampleRate * 0.3), sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
