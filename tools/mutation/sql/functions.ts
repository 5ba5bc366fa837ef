import pg from 'pg';

/** A function of the database. */
export interface SqlFunction {
  /** `schema.name`, with the types of its parameters where another has the same name. */
  name: string;
  /** As `alter function` names it. */
  signature: string;
  schema: string;
  language: string;
  /** `create or replace function …` from the database. */
  definition: string;
  /** Where in `definition` its statements begin and end. */
  bodyStart: number;
  bodyEnd: number;
}

/** Their functions decide about bets and money. */
const MONEY_SCHEMAS = ['ledger', 'lottery', 'draw', 'payments'];
/** Functions of other schemas count when they read or write the ledger. */
const NAMES_LEDGER = /\bledger\./;

const FUNCTIONS = `
  select n.nspname as schema, p.proname as name, pg_get_function_identity_arguments(p.oid) as parameters,
    p.oid::regprocedure::text as signature, l.lanname as language, pg_get_functiondef(p.oid) as definition,
    count(*) over (partition by n.nspname, p.proname) > 1 as overloaded
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
  where n.nspname !~ '^(pg_|information_schema)' and l.lanname in ('sql', 'plpgsql') and p.prokind in ('f', 'p')
  order by 1, 2, 3`;

interface Row {
  schema: string;
  name: string;
  parameters: string;
  signature: string;
  language: string;
  definition: string;
  overloaded: boolean;
}

/** All functions of a migrated database that are written in SQL or PL/pgSQL. */
export async function readFunctions(ownerUrl: string): Promise<SqlFunction[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(FUNCTIONS);
    return rows.map(functionOf);
  } finally {
    await client.end();
  }
}

/** The function of a row. Throws where its body is not found. */
export function functionOf({
  schema,
  name,
  parameters,
  signature,
  language,
  definition,
  overloaded,
}: Row): SqlFunction {
  // The body is a string, or a SQL-standard body.
  const head = /^AS (\$\w*\$)|^BEGIN ATOMIC$|^RETURN /m.exec(definition);
  if (!head) throw new Error(`The body of ${schema}.${name} is not found in its definition.`);
  const closing = head[1] ?? (head[0] === 'BEGIN ATOMIC' ? 'END' : '');
  return {
    name: `${schema}.${name}${overloaded ? `(${parameters})` : ''}`,
    signature,
    schema,
    language,
    definition,
    bodyStart: head.index + head[0].length,
    bodyEnd: closing === '' ? definition.trimEnd().length : definition.lastIndexOf(closing),
  };
}

/** Whether a function moves money or decides about it. */
export function isAboutMoney({ schema, definition, bodyStart, bodyEnd }: SqlFunction): boolean {
  return MONEY_SCHEMAS.includes(schema) || NAMES_LEDGER.test(definition.slice(bodyStart, bodyEnd));
}
