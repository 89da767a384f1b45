import ms from 'ms';

export const probe = (): string => String(ms('2 days'));
