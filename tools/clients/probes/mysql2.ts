import mysql from 'mysql2/promise';

export async function probe(): Promise<string> {
  const text = mysql.format('select ?', ["it's"]);
  return mysql.createConnection({ host: '127.0.0.1', port: 1 }).then(
    () => 'connected',
    (error: NodeJS.ErrnoException) => `${text} ${error.code ?? ''}`,
  );
}
