/** What the server reads; whatever its name says, it looks into the file. */
export const FILM_FILES = 'video/mp4,video/quicktime,video/webm,video/x-matroska,.mp4,.m4v,.mov,.webm,.mkv';
