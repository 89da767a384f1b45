import { fieldsOf, listOf } from '../std/index.ts';
import { isHeaderValue } from './header-values.ts';

const shape =
  "'console', 'stdout', { type: 'callback', callback }, { type: 'winston' | 'pino', logger } or { type: 'otlp', endpoint, headers? }";

/** Stands in every line of the log: what breaks lines would let it forge others. */
export const prefixProblem = (text: string): string | undefined =>
  /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/.test(text) ? undefined : 'expected up to 64 visible ASCII characters';

export const transportProblems = (value: unknown): readonly string[] =>
  listOf(value).flatMap((item, at) =>
    hasMethod(item, 'log') ? [] : [`item ${at + 1}: expected a class with @LogTransport and log(record)`],
  );

export const sinkProblems = (value: unknown): readonly string[] =>
  listOf(value).flatMap((item, at) => {
    const problem = sinkProblem(item);
    return problem === undefined ? [] : [`item ${at + 1}: ${problem}`];
  });

function sinkProblem(sink: unknown): string | undefined {
  if (sink === 'console' || sink === 'stdout') return undefined;
  const { callback, endpoint, headers = {}, logger, type } = fieldsOf(sink);
  switch (type) {
    case 'console':
    case 'stdout':
      return undefined;
    case 'callback':
      return typeof callback === 'function' ? undefined : 'callback must be a function';
    case 'winston':
      return hasLevels(logger, ['log']) ? undefined : 'logger must have log(level, message, fields)';
    case 'pino':
      return hasLevels(logger, ['debug', 'info', 'warn', 'error']) ? undefined : 'logger must have debug, info, warn and error';
    case 'otlp':
      if (typeof endpoint !== 'string' || !/^https?:\/\/[^\s@]+$/.test(endpoint) || !URL.canParse(endpoint))
        return 'endpoint must be an http or https URL';
      return Object.values(fieldsOf(headers)).every((text) => typeof text === 'string' && isHeaderValue(text))
        ? undefined
        : 'headers holds a value that no header may hold';
    default:
      return `expected ${shape}`;
  }
}

const hasLevels = (logger: unknown, names: readonly string[]): boolean =>
  typeof logger === 'object' && logger !== null && names.every((name) => typeof Reflect.get(logger, name) === 'function');

function hasMethod(value: unknown, name: string): boolean {
  if (typeof value !== 'function') return false;
  const prototype: unknown = value.prototype;
  return typeof prototype === 'object' && prototype !== null && typeof Reflect.get(prototype, name) === 'function';
}
