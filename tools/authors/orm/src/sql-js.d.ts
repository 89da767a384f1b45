declare module 'sql.js/dist/sql-asm.js' {
  export default function initSqlJs(): Promise<object>;
}
