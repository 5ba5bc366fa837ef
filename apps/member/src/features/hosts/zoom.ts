export interface View {
  scale: number;
  /** Distance of the picture's centre from the frame's centre, in pixels. */
  x: number;
  y: number;
}

interface Point {
  x: number;
  y: number;
}

interface Frame {
  width: number;
  height: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const NEAR = 2.5;
const SCALE_MAX = 5;

/** Zooms so that the content under a point stays there. The point is relative to the centre of the frame. */
export function zoomAt({ scale, x, y }: View, by: number, at: Point, frame: Frame): View {
  const next = Math.min(SCALE_MAX, Math.max(1, scale * by));
  const grown = next / scale;
  return within({ scale: next, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown }, frame);
}

export function move(view: View, by: Point, frame: Frame): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, frame);
}

/** Limits the offset so that no gap opens between picture and frame. */
function within({ scale, x, y }: View, { width, height }: Frame): View {
  const [far, deep] = [((scale - 1) * width) / 2, ((scale - 1) * height) / 2];
  return { scale, x: clamp(x, far), y: clamp(y, deep) };
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value)) + 0;
}
