import { readQr } from './run-qr.ts';

/** `insecure`: browsers allow camera access only to pages over HTTPS. */
export type CameraFault = 'refused' | 'none' | 'busy' | 'insecure';

interface Scan {
  /** Called when the camera picture appears. */
  onLive(): void;
  onFault(fault: CameraFault): void;
  /** Called with the text of every code that comes into view, until it returns true. */
  onText(text: string): boolean;
}

const FRAME_PAUSE_MS = 60;
const WISHES: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
};

/** Requests the camera, shows it in the video and scans for codes. Returns a function that turns the camera off. */
export function startScan(video: HTMLVideoElement, { onLive, onFault, onText }: Scan): () => void {
  let stream: MediaStream | null = null;
  let stopped = false;

  function stop(): void {
    stopped = true;
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  }

  async function run(): Promise<void> {
    if (navigator.mediaDevices === undefined) {
      onFault('insecure');
      return;
    }
    stream = await navigator.mediaDevices.getUserMedia(WISHES);
    if (stopped) {
      stop();
      return;
    }
    video.srcObject = stream;
    await video.play();
    onLive();
    while (!stopped) {
      const text = await readQr(await createImageBitmap(video), 'frame');
      if (!stopped && text !== null && onText(text)) return;
      await new Promise((resolve) => setTimeout(resolve, FRAME_PAUSE_MS));
    }
  }

  run().catch((error: unknown) => {
    if (stopped) return;
    stop();
    onFault(faultOf(error));
  });
  return stop;
}

function faultOf(error: unknown): CameraFault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}
