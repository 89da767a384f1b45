import type { AuthPageProps } from '@service/sdk/auth-ui';
import { createContext } from 'react';

/** What the page is about, from the nearest provider. */
export const FlowContext = createContext<AuthPageProps | undefined>(undefined);
