import type { Json } from '../../model/index.ts';

/** A member that should be text; empty where it is not. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
