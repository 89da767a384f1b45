import Database from 'better-sqlite3';

const database = new Database(':memory:');

export function probe(): string {
  return database.prepare("select 'seven' as name").pluck().get() as string;
}
