import type { AuthPageProps } from '@service/sdk/auth-ui';
import { useAuthFlow } from './use-auth-flow.ts';

const none: readonly never[] = [];

/**
 * Items that `auth.extras[name]` added so far in this sign-in; updated after each request of a hook.
 *
 * @example
 * const rooms = useAddedItems('room');
 */
export const useAddedItems = (name: string): AuthPageProps['addedItems'][string] => useAuthFlow().addedItems[name] ?? none;
