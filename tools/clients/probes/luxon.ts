import { DateTime } from 'luxon';

export const probe = (): string => DateTime.fromISO('2024-02-28', { zone: 'Europe/Berlin' }).plus({ days: 2 }).toISODate() ?? '';
