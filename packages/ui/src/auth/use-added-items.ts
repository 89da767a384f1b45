import type { AuthPageProps } from '@service/sdk/auth-ui';
import { useAuthFlow } from './use-auth-flow.ts';

const none: readonly never[] = [];

/**
 * What `auth.extras[name]` added so far in this sign-in; renewed when one of the hooks has asked.
 *
 * @example
 * const rooms = useAddedItems('room');
 */
export const useAddedItems = (name: string): AuthPageProps['addedItems'][string] => useAuthFlow().addedItems[name] ?? none;
