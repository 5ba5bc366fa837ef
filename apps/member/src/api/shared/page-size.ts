/** Films per page. In a file of its own, because the prefetch script needs it before the app loads. */
export const FILMS_A_PAGE = 12;
