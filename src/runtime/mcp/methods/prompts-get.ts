import { getPrompt } from '../call/index.ts';
import { invalidParams } from '../../errors/index.ts';
import type { Method } from '../method.ts';
import { optionalObject, requireText } from '../params.ts';

export const promptsGet: Method = (call) => {
  const given = Object.entries(optionalObject(call.params, 'arguments') ?? {});
  const texts = given.map(([key, value]): [string, string] => {
    if (typeof value !== 'string') throw invalidParams(`prompt argument "${key}" must be a string`);
    return [key, value];
  });
  return getPrompt(call.server.runtime, call, { name: requireText(call.params, 'name'), arguments: Object.fromEntries(texts) });
};
