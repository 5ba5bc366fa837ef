import { createRole } from './ensure-roles.ts';
import { databaseIn } from './role-urls.ts';
import { PROCESS_ROLES, quoteName, quoteText, type RolePasswords, roleNames } from './roles.ts';
import { scramVerifier } from './scram.ts';

/**
 * psql script for an administrator: creates the owner without CREATEROLE, the roles of the processes, and an empty
 * database. May be repeated, and then sets the passwords again. Contains no password, only PostgreSQL's stored form of
 * each. Throws an error of one line if `ownerUrl` lacks a name or password.
 */
export function databaseScript(ownerUrl: string, passwords: RolePasswords): string[] {
  const { username, password } = new URL(ownerUrl);
  if (username === '' || password === '')
    throw new Error('configuration: TERCET_OWNER_URL needs a name and a password');
  const owner = decodeURIComponent(username);
  const database = databaseIn(ownerUrl);
  const names = roleNames(database);
  const roles = PROCESS_ROLES.map((role) => ({
    name: names[role],
    statements: createRole(names[role], passwords[role]),
  }));
  const ownership = `alter role ${quoteName(owner)} login password ${quoteText(scramVerifier(decodeURIComponent(password)))}`;
  return [
    '-- For psql, as a superuser. It may be repeated, and then sets these passwords again.',
    '\\set ON_ERROR_STOP 1',
    unless(`pg_roles where rolname = ${quoteText(owner)}`, `create role ${quoteName(owner)}`),
    `${ownership};`,
    ...roles.flatMap(({ name, statements: [create = '', ...settings] }) => [
      unless(`pg_roles where rolname = ${quoteText(name)}`, `create role ${quoteName(name)}`),
      ...[create.replace(/^create /, 'alter '), ...settings].map((statement) => `${statement};`),
    ]),
    // The locale of the operating system may be missing, or of another encoding.
    unless(
      `pg_database where datname = ${quoteText(database)}`,
      `create database ${quoteName(database)} owner ${quoteName(owner)} template template0 encoding 'UTF8' locale 'C.UTF-8'`,
    ),
  ];
}

/** A statement that psql runs only if the selection is empty. */
function unless(selection: string, statement: string): string {
  return `select ${quoteText(statement)} where not exists (select from ${selection}) \\gexec`;
}
