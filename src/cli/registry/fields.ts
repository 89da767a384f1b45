import { fieldsOf } from '@service/sdk/internal';

/** Members of a value that came from outside: nothing is known of them. */
export type Fields = Readonly<Record<string, unknown>>;

export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A member as text; empty when it is not text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
