import type { AuthPageProps } from '@service/sdk/auth-ui';
import { createContext } from 'react';

/** The sign-in of the page, from the nearest provider. */
export const FlowContext = createContext<AuthPageProps | undefined>(undefined);
