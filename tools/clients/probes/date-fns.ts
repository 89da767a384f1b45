import { addDays, format } from 'date-fns';
import { de } from 'date-fns/locale';

export const probe = (): string => format(addDays(new Date(2024, 1, 28), 2), 'd. MMMM yyyy', { locale: de });
