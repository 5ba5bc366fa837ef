/** What stands in the way of using a database, in words for the person at the terminal. */
export class DatabaseUnfit extends Error {}
