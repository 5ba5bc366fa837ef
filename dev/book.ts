import { runBookCommand } from '@tercet/server/book-command.ts';
import { withOwnDatabase } from './own-database.ts';

// npm run book -- show | rotate-key | witnesses: the book of the data folder, whether the club is open or not.

await withOwnDatabase((place) => runBookCommand(process.argv.slice(2), place));
