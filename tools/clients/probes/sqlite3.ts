import sqlite3 from 'sqlite3';

export async function probe(): Promise<string> {
  return new Promise((resolve) => void new sqlite3.Database(':memory:', (error) => resolve(error?.message ?? 'open')));
}
