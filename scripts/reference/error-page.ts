import { errorRows, internalCodes } from '@service/sdk/errors';
import { code, page, table } from './markdown.ts';

/** The codes of errors at run time. */
export function errorPage(): string {
  const rows = Object.entries(errorRows).map(([name, { expose, rpcCode, status }]) => [
    name,
    String(status),
    String(rpcCode),
    expose ? 'yes' : 'no',
  ]);
  const inner = internalCodes.map((name) => [name, '500', '-32603', 'no']);
  const all = [...rows, ...inner].map(([name = '', ...rest]) => [code(name), ...rest]);
  return page(
    'Errors',
    'Every code of an error that a server can answer with. The text of an error is sent where the last column says so; else callers read an error id.',
    [
      table(
        ['code', 'HTTP', 'JSON-RPC', 'text is sent'],
        all.toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
      ),
    ],
  );
}
