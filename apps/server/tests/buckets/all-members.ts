/**
 * Files of the server with statements on members' rows that name no bucket, since they ask of all members at once; each
 * with the reason. Such a statement goes to every machine. One that is no longer there must go from here.
 */
export const ASK_OF_ALL: Record<string, string> = {};
