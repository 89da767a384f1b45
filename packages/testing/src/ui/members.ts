import { isJsonObject, type JsonObject } from '@service/sdk/model';

/* Members of what strangers have sent. */

export const objectAt = (value: unknown, key: string): JsonObject => {
  const member = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(member) ? member : {};
};

export const textAt = (value: unknown, key: string): string => {
  const member = isJsonObject(value) ? value[key] : undefined;
  return typeof member === 'string' ? member : '';
};
