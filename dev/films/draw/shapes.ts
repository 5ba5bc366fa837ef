export type Point = readonly [x: number, y: number];

/** Short numbers: a frame is read thousands of times. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function path(points: readonly Point[], closed = false): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('') + (closed ? 'Z' : '');
}

/** A smooth line through all points (Catmull-Rom, as Bézier curves). */
export function curve(points: readonly Point[]): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] ?? ([0, 0] as Point);
  const [x0, y0] = at(0);
  let d = `M${n(x0)} ${n(y0)}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const one = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const two = [c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6];
    d += `C${[...one, ...two, ...c].map(n).join(' ')}`;
  }
  return d;
}

export function stroke(d: string, colour: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

export function fill(d: string, colour: string, more = ''): string {
  return `<path d="${d}" fill="${colour}" ${more}/>`;
}

export function disc(x: number, y: number, r: number, colour: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, r))}" fill="${colour}" ${more}/>`;
}

export function ring(x: number, y: number, r: number, colour: string, width: number, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(Math.max(0, r))}" fill="none" stroke="${colour}" stroke-width="${n(width)}" ${more}/>`;
}

export function box(x: number, y: number, width: number, height: number, colour: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${colour}" ${more}/>`;
}

export function group(transform: string, inside: string, more = ''): string {
  return `<g transform="${transform}" ${more}>${inside}</g>`;
}

export function opacity(value: number): string {
  return `opacity="${n(Math.max(0, Math.min(1, value)))}"`;
}

export type Stop = readonly [offset: number, colour: string, alpha?: number];

const stopsOf = (stops: readonly Stop[]) =>
  stops.map(([at, colour, alpha = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${n(alpha)}"/>`);

/** From top to bottom; used as `url(#id)`. */
export function downward(id: string, stops: readonly Stop[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stopsOf(stops).join('')}</linearGradient>`;
}

/** From the middle outward. */
export function outward(id: string, stops: readonly Stop[]): string {
  return `<radialGradient id="${id}">${stopsOf(stops).join('')}</radialGradient>`;
}
