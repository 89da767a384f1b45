import { Ajv } from 'ajv';

export function probe(): string {
  const ajv = new Ajv();
  const accepts = ajv.compile({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] });
  return `${accepts({ name: 'Ada' })} ${accepts({})} ${ajv.errorsText(accepts.errors)}`;
}
