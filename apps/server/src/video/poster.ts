/** A moment of a film as a picture: how large it is, and where it lies in the film's folder. */
export const POSTER = { name: 'poster.jpg', width: 640, height: 360 };
export const POSTER_FILE = `full/${POSTER.name}`;
