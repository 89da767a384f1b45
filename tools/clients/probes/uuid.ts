import { v5 } from 'uuid';

export const probe = (): string => v5('hello', v5.URL);
