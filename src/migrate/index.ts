/** Reads a server written with the official SDK, as text, and says what project of ours does the same. Writes nothing and runs nothing. */
export { MigrationError, printFinding } from './findings.ts';
export type { Finding } from './findings.ts';
export { migrateFolder } from './migrate-folder.ts';
export type { Migration } from './migrate-folder.ts';
