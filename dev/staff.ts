import { runStaffCommand } from '@tercet/server/cli/staff.ts';
import { withOwnDatabase } from './own-database.ts';

// npm run staff -- list | first-owner NAME | add NAME ROLE | code NAME | password NAME | disable NAME: who works here,
// in the database of the data folder, whether the club is open or not.

await withOwnDatabase((place) => runStaffCommand(process.argv.slice(2), place));
