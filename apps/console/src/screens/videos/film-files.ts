/** Formats that the server reads. It checks the content, not the name. */
export const FILM_FILES = 'video/mp4,video/quicktime,video/webm,video/x-matroska,.mp4,.m4v,.mov,.webm,.mkv';
