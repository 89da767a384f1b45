import type { DatabaseSync } from 'node:sqlite';

const needed = 'the sqlite store needs Node >= 22.13 (node:sqlite)';

/**
 * Node's own SQLite, only when a store is opened: older versions have no such module and must still be able to load the bundle.
 * @throws {Error} that names the version that is needed and the one that was found
 */
export async function loadSqlite(version = process.versions.node): Promise<typeof DatabaseSync> {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 13)) throw new Error(`${needed}, found v${version}`);
  return (await import('node:sqlite')).DatabaseSync;
}
