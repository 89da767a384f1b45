import type { AppMetadata } from './owner-metadata.ts';
import { declare, type AnyClass } from './metadata.ts';
import type { ServerMetadata } from './server-metadata.ts';

/**
 * Declares a class as the server. This pure form only records; the one of `@service/sdk` also starts an uncompiled server.
 *
 * @example
 * const add = tool({ name: 'add', description: 'Adds', inputSchema: { a: z.number(), b: z.number() } })(({ a, b }) => a + b);
 *
 * \@Service({ info: { name: 'demo', version: '1.0.0' }, tools: [add] })
 * export default class Server {}
 */
export function Service(metadata: ServerMetadata) {
  return (target: AnyClass, _context?: unknown): void => declare(target, { kind: 'server', options: { ...metadata }, target });
}

/**
 * Declares a class as an app: a named group of entries with its own providers and plugins.
 *
 * @example
 * const hello = tool({ name: 'hello', description: 'Greets' })(() => 'hello');
 *
 * \@App({ name: 'greetings', tools: [hello] })
 * class Greetings {}
 */
export function App(metadata: AppMetadata) {
  return (target: AnyClass, _context?: unknown): void => declare(target, { kind: 'app', options: { ...metadata }, target });
}

/**
 * An app without writing a class.
 *
 * @example
 * const hello = tool({ name: 'hello', description: 'Greets' })(() => 'hello');
 * export const greetings = app({ name: 'greetings', tools: [hello] });
 */
export function app(metadata: AppMetadata): AnyClass {
  const declared = class {};
  declare(declared, { kind: 'app', options: { ...metadata }, target: declared });
  return declared;
}
