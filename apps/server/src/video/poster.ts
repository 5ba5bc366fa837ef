/** The poster of a film: its file name and its size in pixels. */
export const POSTER = { name: 'poster.jpg', width: 640, height: 360 };
export const POSTER_FILE = `full/${POSTER.name}`;
