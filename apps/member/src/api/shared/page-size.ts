/** Films per page. It lies here because the prefetch script needs it before the app loads. */
export const FILMS_A_PAGE = 12;
