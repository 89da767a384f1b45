import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

export const probe = (): string => dayjs.utc('2024-02-28').add(2, 'day').format('YYYY-MM-DD');
