/** How many films are asked for at once; said here for those who ask before the app's own code is there, too. */
export const FILMS_A_PAGE = 12;
