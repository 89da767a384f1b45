import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

const users = sqliteTable('users', { id: integer('id').primaryKey(), name: text('name').notNull() });

export function probe(): string {
  const database = drizzle(':memory:');
  database.run('create table users (id integer primary key, name text not null)');
  database.insert(users).values({ id: 1, name: 'Ada' }).run();
  return database.select().from(users).where(eq(users.id, 1)).get()?.name ?? 'nobody';
}
