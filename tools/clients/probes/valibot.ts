import * as v from 'valibot';

export const probe = (): string => v.parse(v.pipe(v.string(), v.trim()), ' kept ');
